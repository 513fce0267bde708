import { randomUUID } from 'node:crypto';
import { type Recording, recordCall } from '../approval/approve.ts';
import { type Evidence, evidenceOf, type LostWrite } from './evidence.ts';
import { resourceIdOf } from './results.ts';
import type { SentKeys } from './sent-keys.ts';

/** How many lost writes are remembered; the oldest is dropped. */
const MAX_WRITES = 1_000;

/** Milliseconds that one check waits at most: clients give up a call after a minute or less. */
export const LONGEST_WAIT = 20_000;

/** What a check needs to wait until a read can show something. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Tells the client that the call still runs. */
  readonly progress: (message: string) => void;
}

const WAITS = 'A read cannot show yet whether the change was applied.';

/** Milliseconds between two signs of life. */
const PROGRESS_EVERY = 5_000;

async function pause(milliseconds: number, { signal, progress }: Waiting): Promise<void> {
  const beat = setInterval(() => progress(WAITS), PROGRESS_EVERY);
  let timer: NodeJS.Timeout | undefined;
  try {
    progress(WAITS);
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    clearInterval(beat);
    clearTimeout(timer);
  }
}

/**
 * The lost writes that a read can still settle, of all clients of the server: one whose session has
 * ended finds out in the next. A process that ends forgets them.
 */
export class LostWrites {
  readonly #writes = new Map<string, LostWrite>();
  readonly #settled = new WeakSet<LostWrite>();
  readonly #recording: Recording;
  readonly #sentKeys: SentKeys;

  constructor(recording: Recording, sentKeys: SentKeys) {
    this.#recording = recording;
    this.#sentKeys = sentKeys;
  }

  /** Remembers a write. Returns its reference, which nobody can guess. */
  remember(write: LostWrite): string {
    const [oldest] = this.#writes.keys();
    if (this.#writes.size >= MAX_WRITES && oldest !== undefined) this.#writes.delete(oldest);
    const reference = randomUUID();
    this.#writes.set(reference, write);
    return reference;
  }

  /** The write with a reference. */
  named(reference: unknown): LostWrite | undefined {
    return typeof reference === 'string' ? this.#writes.get(reference) : undefined;
  }

  /** The reference of the newest of some calls that a read can settle. */
  referenceOf(callIds: readonly string[]): string | undefined {
    const found = [...this.#writes].findLast(([, { call }]) => callIds.includes(call.callId));
    return found?.[0];
  }

  /** Reads whether a write was applied. What the read shows is recorded once. */
  async ask(write: LostWrite): Promise<Evidence> {
    const evidence = await evidenceOf(write);
    if (evidence.outcome === 'unknown') return evidence;
    const { call } = write;
    await this.#settle(write, evidence);
    const others = evidence.outcome === 'applied' ? undefined : this.#sentKeys.standing(call);
    if (others === undefined) return evidence;
    const { outcome, resourceId } = others;
    const because = `Another call with this idempotency key ${outcome === 'applied' ? 'was' : 'may have been'} applied.`;
    return { outcome, because, ...(resourceId !== undefined && { resource: { id: resourceId } }) };
  }

  /** Reads, and if that was too early waits for a while and reads again: a model has no clock. */
  async askInTime(write: LostWrite, waiting: Waiting): Promise<Evidence> {
    const first = await this.ask(write);
    if (first.askAgainAt === undefined) return first;
    const left = Date.parse(first.askAgainAt) - this.#recording.clock.now();
    await pause(Math.min(Math.max(left, 1_000), LONGEST_WAIT), waiting);
    return this.ask(write);
  }

  async #settle(write: LostWrite, { outcome, resource }: Evidence): Promise<void> {
    if (this.#settled.has(write)) return;
    this.#settled.add(write);
    const { callId, operation, idempotencyKey } = write.call;
    const event = outcome === 'applied' ? 'applied' : 'failed';
    const resourceId = outcome === 'applied' ? resourceIdOf(resource) : undefined;
    this.#sentKeys.end(write.call, event, resourceId);
    const facts = { callId, operation, idempotencyKey, event, resourceId } as const;
    // What the read shows reaches the model even if it can no longer be recorded.
    await this.#sentKeys
      .account()
      .then((account) => recordCall(this.#recording, { ...facts, account }))
      .catch(() => undefined);
  }
}
