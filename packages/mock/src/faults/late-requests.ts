/** A request that reaches the service after its connection was lost. */
interface LateRequest {
  /** When it arrives, by the mock's clock. */
  readonly at: number;
  /** Carries the request out; does not reject. */
  readonly run: () => Promise<void>;
  /** Called once it was carried out and is no longer one of those on their way. */
  readonly ended: () => void;
}

/** The requests of one mock that are still on their way, or that are being carried out. */
export class LateRequests {
  #waiting: LateRequest[] = [];
  #running: LateRequest | undefined;
  #last: Promise<void> = Promise.resolve();

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#running === undefined;
  }

  /** When the earliest of them arrives, or has arrived; infinite if there is none. */
  get earliest(): number {
    return this.#running?.at ?? Math.min(...this.#waiting.map(({ at }) => at));
  }

  add(request: LateRequest): void {
    this.#waiting.push(request);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Carries out the requests that have arrived by now, one after another. */
  settle(now: () => number): Promise<void> {
    this.#last = this.#last.then(() => this.#settle(now));
    return this.#last;
  }

  async #settle(now: () => number): Promise<void> {
    for (;;) {
      const due = this.#waiting.filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
      const [next] = due;
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((request) => request !== next);
      this.#running = next;
      await next.run();
      this.#running = undefined;
      next.ended();
    }
  }
}
