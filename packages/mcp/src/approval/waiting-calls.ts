import { randomUUID } from 'node:crypto';
import { ToolError } from '../errors/mcp-errors.ts';
import type { McpClock } from '../options.ts';
import type { CallDescription } from './describe/describe-call.ts';
import type { Fate } from './describe/not-made.ts';

/** A clock that continues where another one is set back: what has expired stays expired. */
export function steadyClock(clock: McpClock): McpClock {
  let latest = { time: clock.now(), at: performance.now() };
  return {
    now() {
      const [time, at] = [clock.now(), performance.now()];
      if (time >= latest.time) latest = { time, at };
      return latest.time + (time < latest.time ? at - latest.at : 0);
    },
  };
}

export interface Decision {
  readonly isApproved: boolean;
  readonly channel: 'client' | 'page' | 'second-call';
  /** Who decided, as the page's authentication names them. */
  readonly person?: string | undefined;
  /** How the page recognized them: by the platform's sign-in, or by a code that was shown to them. */
  readonly recognizedBy?: 'sign-in' | 'code' | undefined;
  /** The passkey that confirmed an approval. */
  readonly passkeyId?: string | undefined;
}

/**
 * What became of a call that was approved: its outcome, and of a payment that was accepted whether it is lost,
 * waits for somebody or is under way. `signature` waits for the customer; `repeated` may have done nothing
 * now.
 */
export type CallEnd = 'applied' | 'not-applied' | 'unknown' | Fate['is'] | 'signature' | 'repeated';

/** A call that no longer waits. */
export interface EndedCall {
  /** `withdrawn` if nobody waits for the decision any more. */
  readonly end: Decision | 'expired' | 'withdrawn';
  readonly description: CallDescription;
  /** What became of an approved one; undefined while it is under way. */
  readonly became?: CallEnd;
  /** Why it was not carried out, or waits, in words that may be the service's. */
  readonly why?: string | undefined;
}

/** A call that waits for a decision, bound to exactly its operation and arguments. */
export interface WaitingCall {
  readonly id: string;
  readonly digest: string;
  readonly description: CallDescription;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Resolves with the decision of a page; rejects once the time has run out. */
  readonly decision: Promise<Decision>;
}

interface Entry extends WaitingCall {
  readonly decide: (decision: Decision) => void;
}

/** How many calls can wait at once, and of how many it is known how they ended. */
const MAX_WAITING = 100;

/** Milliseconds in which most approved calls end: the page says how, although its server may then be gone. */
const SOON = 2_000;

/** Milliseconds, at least, for a decision about a quote that expires. */
const SHORTEST = 30_000;

/** The calls of a server that wait for a decision. Each id is decided once. */
export class WaitingCalls {
  readonly #calls = new Map<string, Entry>();
  /** Keys of calls whose decision is under way, each as often as there are calls with it. */
  readonly #keys: string[] = [];
  readonly #ended = new Map<string, EndedCall>();
  readonly #told = new Map<string, () => void>();
  readonly #clock: McpClock;
  readonly #lifetime: number;

  constructor(clock: McpClock, lifetime: number) {
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  /** Adds a call. @throws ToolError if too many wait */
  add(digest: string, description: CallDescription, id: string = randomUUID()): WaitingCall {
    this.#dropExpired();
    if (this.#calls.size >= MAX_WAITING) {
      throw new ToolError('CONFIRMATION_UNAVAILABLE', 'Too many calls wait for a decision.', {
        action: 'Nothing was sent. Have the person decide on those that wait, then call again.',
      });
    }
    let decide: Entry['decide'] = () => undefined;
    const decision = new Promise<Decision>((resolve) => {
      decide = resolve;
    });
    const expiresAt = this.#clock.now() + this.lifetimeOf(description);
    const entry = { id, digest, description, expiresAt, decision, decide };
    this.#calls.set(id, entry);
    return entry;
  }

  /**
   * Has a call decided.
   *
   * @param key names its operation and its idempotency key, if it has one
   * @param decide learns whether a call with the same key waits for a decision already
   */
  async withKey<Value>(
    key: string | undefined,
    decide: (isTwin: boolean) => Promise<Value>,
  ): Promise<Value> {
    if (key === undefined) return decide(false);
    const isTwin = this.#keys.includes(key);
    this.#keys.push(key);
    try {
      return await decide(isTwin);
    } finally {
      this.#keys.splice(this.#keys.indexOf(key), 1);
    }
  }

  /** Milliseconds for a decision. A question ends with the quote that it is about. */
  lifetimeOf({ until = 0 }: Pick<CallDescription, 'until'>): number {
    const left = until - this.#clock.now();
    // The clock of this machine may be ahead of the service's, which refuses what has expired.
    return Math.min(this.#lifetime, left > 0 ? Math.max(left, SHORTEST) : this.#lifetime);
  }

  /** The calls that wait, oldest first. */
  list(): readonly WaitingCall[] {
    this.#dropExpired();
    return [...this.#calls.values()];
  }

  get(id: string): WaitingCall | undefined {
    this.#dropExpired();
    return this.#calls.get(id);
  }

  /** Decides a call; false if it no longer waits. */
  decide(id: string, decision: Decision): boolean {
    this.#dropExpired();
    const entry = this.#calls.get(id);
    if (entry !== undefined) this.#end(entry, decision);
    entry?.decide(decision);
    return entry !== undefined;
  }

  /** How a call ended; undefined if that was long ago. */
  ended(id: string): EndedCall | undefined {
    return this.#ended.get(id);
  }

  /** Keeps what became of a call that was decided here, for the person who approved it. */
  tell(id: string, became: CallEnd, why?: string): void {
    const ended = this.#ended.get(id);
    if (ended !== undefined) this.#ended.set(id, { ...ended, became, why });
    this.#told.get(id)?.();
  }

  /** A call that was just approved, once it is known what became of it, or after a short while. */
  async settled(id: string): Promise<EndedCall | undefined> {
    await new Promise<void>((resolve) => {
      this.#told.set(id, resolve);
      setTimeout(resolve, SOON).unref();
    });
    this.#told.delete(id);
    return this.ended(id);
  }

  /**
   * Uses up the id of a call that the model confirms by a second call, also when that does not fit.
   *
   * @returns what the person was shown
   * @throws ToolError for an id that is unknown, used, expired, or belongs to another call
   */
  useUp(id: unknown, digest: string): CallDescription {
    const call = typeof id === 'string' ? this.get(id) : undefined;
    if (call !== undefined) this.#calls.delete(call.id);
    if (call?.digest === digest) return call.description;
    throw new ToolError(
      'CONFIRMATION_INVALID',
      call === undefined
        ? 'The confirmation id is not known, was used before or has expired.'
        : 'The confirmation id belongs to a call with other arguments.',
    );
  }

  /** Milliseconds in which a call can be decided. */
  timeLeft({ expiresAt }: WaitingCall): number {
    return expiresAt - this.#clock.now();
  }

  /** Gives up a call that nobody has decided. */
  remove(id: string, end: 'expired' | 'withdrawn'): void {
    const call = this.get(id);
    if (call !== undefined) this.#end(call, end);
  }

  #dropExpired(): void {
    const now = this.#clock.now();
    for (const call of this.#calls.values()) if (now >= call.expiresAt) this.#end(call, 'expired');
  }

  #end({ id, description }: WaitingCall, end: EndedCall['end']): void {
    this.#calls.delete(id);
    const [oldest = ''] = this.#ended.keys();
    if (this.#ended.size >= MAX_WAITING) this.#ended.delete(oldest);
    this.#ended.set(id, { end, description });
  }
}
