import { counted } from '@org/payments-contract/internal';
import { ToolError } from '../errors/mcp-errors.ts';
import type { McpClock } from '../options.ts';

/** Milliseconds for which a refusal counts. */
const COUNTS_FOR = 900_000;
/** Refusals of the same call that lock it: a model must not win by patience. */
const OF_A_CALL = 2;
/** Refusals of an operation that lock it: nor by asking for slightly other things. */
const OF_AN_OPERATION = 4;

/** A call about which a person is being asked. */
export interface OpenQuestion {
  /** Aborted with the lock's error once refusals of other calls lock this one. */
  readonly signal: AbortSignal;
  close(): void;
}

interface Asked {
  readonly operation: string;
  readonly content: string;
  readonly ending: AbortController;
}

/**
 * Locks a call that a person refused twice within 15 minutes, and an operation of which they refused
 * four calls in that time without an approval in between, until enough refusals are older. Questions
 * that are open then are withdrawn: a model that asks forty times at once is refused like one that
 * asks forty times in turn. The locks are the server's, not the connection's.
 */
export class RefusalLock {
  readonly #clock: McpClock;
  readonly #asked = new Set<Asked>();
  /** Times of refusals, by operation and by call. */
  readonly #refusals = new Map<string, readonly number[]>();

  constructor(clock: McpClock) {
    this.#clock = clock;
  }

  /**
   * Ends a call that is locked.
   *
   * @param content names the operation and its arguments besides the idempotency key
   * @throws ToolError if the call is locked
   */
  check(operation: string, content: string): void {
    const locked = this.#lockOf(operation, content);
    if (locked !== undefined) throw locked;
  }

  /** Watches a call about which a person is asked from now on. @throws ToolError if it is locked */
  open(operation: string, content: string): OpenQuestion {
    this.check(operation, content);
    const asked = { operation, content, ending: new AbortController() };
    this.#asked.add(asked);
    return { signal: asked.ending.signal, close: () => void this.#asked.delete(asked) };
  }

  record(operation: string, content: string, isApproved: boolean): void {
    const now = this.#clock.now();
    for (const name of [...this.#refusals.keys()]) {
      if (this.#counted(name).length === 0) this.#refusals.delete(name);
    }
    for (const name of [operation, content]) {
      if (isApproved) this.#refusals.delete(name);
      else this.#refusals.set(name, [...this.#counted(name), now]);
    }
    for (const asked of this.#asked) {
      const locked = this.#lockOf(asked.operation, asked.content);
      if (locked !== undefined) asked.ending.abort(locked);
    }
  }

  #lockOf(operation: string, content: string): ToolError | undefined {
    const ofCall = this.#until(content, OF_A_CALL);
    const ofAll = this.#until(operation, OF_AN_OPERATION);
    const remaining = Math.max(ofCall, ofAll);
    if (remaining === 0) return undefined;
    const minutes = Math.ceil(remaining / 60_000);
    const what = ofAll < ofCall ? `this call of ${operation}` : operation;
    return new ToolError(
      'CONFIRMATION_LOCKED',
      `The person refused ${what} repeatedly; it can be asked for again in ${counted(minutes, 'minute')}.`,
    );
  }

  #counted(name: string): readonly number[] {
    const since = this.#clock.now() - COUNTS_FOR;
    return (this.#refusals.get(name) ?? []).filter((at) => at > since);
  }

  /** Milliseconds until fewer than so many refusals count. */
  #until(name: string, most: number): number {
    const decisive = this.#counted(name).at(-most);
    return decisive === undefined ? 0 : decisive + COUNTS_FOR - this.#clock.now();
  }
}
