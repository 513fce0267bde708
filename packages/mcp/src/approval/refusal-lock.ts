import type { McpClock } from '../options.ts';

const REFUSALS = 2;
/** Milliseconds an operation stays locked. */
const LOCKED_FOR = 900_000;

/**
 * Locks an operation once a person has refused it twice without an approval in between: a model that
 * asks again and again must not win by patience. The lock is the server's, not the connection's.
 */
export class RefusalLock {
  readonly #clock: McpClock;
  readonly #refusals = new Map<string, { count: number; at: number }>();

  constructor(clock: McpClock) {
    this.#clock = clock;
  }

  /** Milliseconds until the operation may be asked for again; 0 if it may be asked for now. */
  remaining(operation: string): number {
    const refused = this.#refusals.get(operation);
    if (refused === undefined || refused.count < REFUSALS) return 0;
    const remaining = refused.at + LOCKED_FOR - this.#clock.now();
    if (remaining > 0) return remaining;
    this.#refusals.delete(operation);
    return 0;
  }

  /** Notes a decision. */
  record(operation: string, isApproved: boolean): void {
    if (isApproved) this.#refusals.delete(operation);
    else {
      const count = (this.#refusals.get(operation)?.count ?? 0) + 1;
      this.#refusals.set(operation, { count, at: this.#clock.now() });
    }
  }
}
