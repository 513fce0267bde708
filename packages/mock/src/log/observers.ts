import { callSafely } from '@org/payments-contract/internal';

/** A function of the user that is called with each value. Its result is ignored. */
export type Observer<Value> = (value: Value) => unknown;

const reported = new WeakSet<object>();

/** Prints a failure that must not affect the mock: usually a mistake in a test. Once for each subject. */
export function reportFailure(subject: object, what: string, error: unknown): void {
  if (reported.has(subject)) return;
  reported.add(subject);
  const text = `${what} failed. The mock continues; this is reported once.`;
  console.error(`payments-mock: ${text}`, error);
}

/** The listeners of one kind. One that fails affects neither the mock nor the other listeners. */
export class Observers<Value> {
  readonly #what: string;
  readonly #entries = new Set<{ readonly observer: Observer<Value> }>();

  /** @param what names a listener in the report of its failure */
  constructor(what: string) {
    this.#what = what;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Adds a listener, and returns a function that removes it. */
  add(observer: Observer<Value>): () => void {
    const entry = { observer };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  /** Calls every listener with a copy of a value. Never throws. */
  notify(value: Value): void {
    for (const { observer } of [...this.#entries]) {
      const failed = (error: unknown) => reportFailure(observer, this.#what, error);
      callSafely(failed, observer, structuredClone(value));
    }
  }
}
