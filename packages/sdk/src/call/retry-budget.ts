/** The number of retries a client can spend before successes have to refund some. */
const CAPACITY = 20;
/** What one success refunds. */
const REFUND = 0.2;

/**
 * Retries shared by all calls of a client: each costs one, each success refunds a fifth. When a
 * service is down, a client thus sends about a fifth more requests, not three times as many.
 */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Spends one retry. Returns false if none is left. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Returns a fifth of a retry after a response that is not a sign of overload. */
  refund(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + REFUND);
  }
}
