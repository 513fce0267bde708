import { Observers } from './observers.ts';

/**
 * Reports that a mock's state was changed, whoever changed it: a request, a fixture, the clock, a
 * restore or a delivery. Everything that holds state calls `changed`.
 */
export class ChangeSignal {
  readonly #listeners = new Observers<undefined>('A listener of `onChange`');
  #isDue = false;

  /** Calls a listener after changes, and returns a function that removes it. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reports a change. All changes of one turn are reported to the listeners once, after it. */
  readonly changed = (): void => {
    if (this.#isDue || this.#listeners.isEmpty) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#listeners.notify(undefined);
    });
  };
}
