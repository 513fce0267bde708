import type { WalletErrorCode } from '../errors/error-facts.ts';
import { WalletError, type WalletErrorDetails } from '../errors/wallet-error.ts';
import type { WalletEvent, WalletState } from '../session/state.ts';

/** The calls of a wallet that a test can observe, delay and let fail. */
export type FakeCall =
  | 'account'
  | 'emailOtp.send'
  | 'emailOtp.verify'
  | 'passkey.prepare'
  | 'passkey.confirm'
  | 'passkey.autofill'
  | 'oauth.prepare'
  | 'oauth.resume'
  | 'oauth.popup'
  | 'oauth.verify'
  | 'newPasskey.prepare'
  | 'newPasskey.confirm'
  | 'removeCredential'
  | 'run'
  | 'stamp'
  | 'refresh'
  | 'sessions.list'
  | 'sessions.end'
  | 'signOut';

/** A call that was made, with its arguments. */
export interface RecordedCall {
  readonly call: FakeCall;
  readonly input: readonly unknown[];
}

/** How a test or a story controls a fake wallet. */
export interface FakeControls {
  /** The calls so far, the first one first. */
  readonly calls: readonly RecordedCall[];
  /**
   * Lets the next call of a kind fail, once; several are used one after the other.
   *
   * @example
   * wallet.fake.fail('emailOtp.verify', 'RATE_LIMITED', { retryAfter: 60_000 });
   */
  fail(call: FakeCall, code: WalletErrorCode, details?: WalletErrorDetails): void;
  /** Lets calls of a kind wait, as on a slow network, until the returned function is called. */
  hold(call: FakeCall): () => void;
  /** Changes the state at once, such as to `{ status: 'expired' }` or `{ persistence: 'memory' }`. */
  setState(state: Partial<WalletState>): void;
  /** Picks the passkey among the suggestions of an input, as a person does. */
  pickSuggestion(): void;
  /** Emits an event, such as `unknown_session`. */
  emit(event: WalletEvent): void;
}

/** Records calls, and lets them wait or fail as a test has asked. */
export class CallGate {
  readonly calls: RecordedCall[] = [];
  readonly #failures = new Map<FakeCall, WalletError[]>();
  readonly #held = new Map<FakeCall, Promise<void>>();
  /** The passkey that is offered among the suggestions of an input. */
  suggestion: { readonly pick: () => void; readonly abort: () => void } | undefined;

  fail(call: FakeCall, code: WalletErrorCode, details?: WalletErrorDetails): void {
    const failures = this.#failures.get(call) ?? [];
    this.#failures.set(call, [...failures, new WalletError(code, details)]);
  }

  hold(call: FakeCall): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(call, promise);
    return () => {
      if (this.#held.get(call) === promise) this.#held.delete(call);
      resolve();
    };
  }

  /** Runs a call: records it, waits while calls of its kind are held, and fails it if asked to. */
  async pass<T>(call: FakeCall, input: readonly unknown[], work: () => T | Promise<T>): Promise<T> {
    this.calls.push({ call, input });
    await this.#held.get(call);
    const failure = this.#failures.get(call)?.shift();
    if (failure !== undefined) throw failure;
    return work();
  }
}
