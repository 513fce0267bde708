import type { Vault } from '../src/index.ts';

/** Creates a gate for a call, which waits until the test opens it, and the call itself. */
export function createGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = () => {
    reached.resolve();
    return opened.promise;
  };
  const gate = {
    /** Resolves when the call has arrived. */
    reached: reached.promise,
    open: () => opened.resolve(),
  };
  return { gate, pass };
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
    hold(call: 'set' | 'delete') {
      const { gate, pass } = createGate();
      waiting.set(call, pass);
      return gate;
    },
  };
}
