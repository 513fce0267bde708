import { callEach } from '../call-each.ts';
import { initialState, type WalletEvent, type WalletListener, type WalletState } from './state.ts';

/** Snapshots are plain data, built in one place, so that equal ones have equal text. */
function isSameState(a: WalletState, b: WalletState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Holds the snapshot, and notifies listeners of events. */
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

  /** Replaces the snapshot, unless the new one is equal. */
  set(state: WalletState): void {
    if (isSameState(this.#state, state)) return;
    this.#state = Object.freeze(state);
    this.emit({ type: 'state', state: this.#state });
  }

  emit(event: WalletEvent): void {
    callEach(this.#listeners, event);
  }
}
