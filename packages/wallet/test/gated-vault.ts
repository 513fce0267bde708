import type { Vault } from '../src/index.ts';

/** A call that waits until the test opens it. */
export interface Gate {
  /** Resolves when the call has arrived. */
  readonly reached: Promise<void>;
  open(): void;
}

/** Creates a gate, and the function that passes through it. */
export function createGate(): { readonly gate: Gate; readonly pass: () => Promise<void> } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = () => {
    reached.resolve();
    return opened.promise;
  };
  return { gate: { reached: reached.promise, open: opened.resolve }, pass };
}

/** A vault of several wallets of one page, whose next call of a kind a test can hold back. */
export function gatedVault() {
  const values = new Map<string, unknown>();
  const waiting = new Map<'set' | 'delete', () => Promise<void>>();
  const gated = async (call: 'set' | 'delete', work: () => unknown) => {
    const pass = waiting.get(call);
    waiting.delete(call);
    await pass?.();
    work();
  };
  const vault: Vault = {
    persistence: 'indexeddb',
    get: async (key) => values.get(key),
    set: (key, value) => gated('set', () => values.set(key, value)),
    delete: (key) => gated('delete', () => values.delete(key)),
    entries: async () => [...values],
  };
  return {
    vault,
    /** Holds the next call back. */
    hold(call: 'set' | 'delete'): Gate {
      const { gate, pass } = createGate();
      waiting.set(call, pass);
      return gate;
    },
  };
}
