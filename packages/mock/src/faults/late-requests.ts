/** A request that reaches the service after its connection was lost. */
interface LateRequest {
  /** When it arrives, by the mock's clock. */
  readonly at: number;
  /** Carries the request out; does not reject. */
  readonly run: () => Promise<void>;
}

/** The requests of one mock that are still on their way. */
export class LateRequests {
  #waiting: LateRequest[] = [];
  #last: Promise<void> = Promise.resolve();

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
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
      await next.run();
    }
  }
}
