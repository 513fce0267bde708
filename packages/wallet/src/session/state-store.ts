import { initialState, type WalletEvent, type WalletListener, type WalletState } from './state.ts';

/** Snapshots are plain data, made in one place: their text tells whether they say the same. */
function same(a: WalletState, b: WalletState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Holds the snapshot, and tells listeners what happened. */
export class StateStore {
  #state = initialState;
  readonly #listeners = new Set<WalletListener>();

  get state(): WalletState {
    return this.#state;
  }

  subscribe(listener: WalletListener): () => void {
    // Wrapped, so that the same function twice is two listeners.
    const entry: WalletListener = (event) => listener(event);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Takes a new snapshot, unless it says the same. */
  set(state: WalletState): void {
    if (same(this.#state, state)) return;
    this.#state = Object.freeze(state);
    this.emit({ type: 'state', state: this.#state });
  }

  /** A listener that throws does not keep the others, or the wallet, from going on. */
  emit(event: WalletEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        globalThis.reportError?.(error);
      }
    }
  }
}
