/** A point that a number of calls reach before any of them continues. */
export class Barrier {
  readonly reached: Promise<void>;
  readonly #opened: Promise<void>;
  #missing: number;
  #reach!: () => void;
  #open!: () => void;

  constructor(count: number) {
    this.#missing = count;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Waits for the others, and until the barrier is opened. */
  async pass(): Promise<void> {
    this.#missing -= 1;
    if (this.#missing === 0) this.#reach();
    await this.#opened;
  }

  open(): void {
    this.#open();
  }
}
