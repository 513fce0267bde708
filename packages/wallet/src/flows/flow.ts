import { callEach } from '../call-each.ts';
import { isWalletError, type WalletError } from '../errors/wallet-error.ts';
import type { Wallet } from '../wallet.ts';

/** A wallet whatever its actions. */
export type AnyWallet = Omit<Wallet, 'run' | 'forAccount'>;

/**
 * What a part of a page shows, and what a person can do there: without markup and without a framework.
 * It begins with its first listener, in a browser only, and ends with its last one.
 *
 * @typeParam State what is shown: a snapshot, another object only when something changed
 * @typeParam Steps functions that never reject: their outcome is in the state
 */
export interface Flow<State, Steps> {
  /** The state now. */
  getSnapshot(): State;
  /** The state on a server and while a page hydrates. */
  getServerSnapshot(): State;
  /** Calls a listener with every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** What the person can do. */
  readonly steps: Steps;
}

/** Keeps the state of a flow. */
export class FlowStore<State extends object> {
  readonly #initial: State;
  readonly #start: () => () => void;
  readonly #listeners = new Set<() => void>();
  #state: State;
  #stop: (() => void) | undefined;

  /** @param start begins; returns what ends it */
  constructor(initial: State, start: () => () => void = () => () => {}) {
    this.#initial = initial;
    this.#state = initial;
    this.#start = start;
  }

  get state(): State {
    return this.#state;
  }

  /** Changes a part of the state. */
  set(change: Partial<State>): void {
    const entries = Object.entries(change) as [keyof State, unknown][];
    if (entries.every(([key, value]) => Object.is(this.#state[key], value))) return;
    this.#state = Object.freeze({ ...this.#state, ...change });
    callEach(this.#listeners, undefined);
  }

  reset(): void {
    this.set(this.#initial);
  }

  /** The flow of this state. */
  flow<Steps>(steps: Steps): Flow<State, Steps> {
    return {
      getSnapshot: () => this.#state,
      getServerSnapshot: () => this.#initial,
      subscribe: (listener) => this.#subscribe(listener),
      steps,
    };
  }

  #subscribe(listener: () => void): () => void {
    // Wrapped, so that the same function twice is two listeners.
    const entry = () => listener();
    this.#listeners.add(entry);
    // A framework that mounts twice at once, as React's StrictMode does, begins once.
    void Promise.resolve().then(() => {
      const isNeeded = typeof window !== 'undefined' && this.#listeners.size > 0;
      if (isNeeded) this.#stop ??= this.#start();
    });
    return () => {
      this.#listeners.delete(entry);
      void Promise.resolve().then(() => {
        if (this.#listeners.size > 0) return;
        this.#stop?.();
        this.#stop = undefined;
      });
    };
  }
}

/**
 * Copies a foreign error to an object with the shape of the wallet's error; importing the class
 * with its codes would double the size of an adapter.
 */
function unexpected(cause: unknown): WalletError {
  const error = new Error('UNEXPECTED: see `cause`', { cause });
  const facts = { name: 'WalletError', code: 'UNEXPECTED', userAction: 'none', silent: false };
  return Object.assign(error, facts) as unknown as WalletError;
}

/** The error to show; undefined for a silent one. */
export function shownError(cause: unknown): WalletError | undefined {
  const error = isWalletError(cause) ? cause : unexpected(cause);
  return error.silent ? undefined : error;
}
