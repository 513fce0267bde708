/** The wallet for Vue 3: composables, no markup. @module */
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue';
import type { ActionMap } from '../actions.ts';
import { confirmOrPrepare } from '../prepared.ts';
import type { SessionInfo, WalletState } from '../session/state.ts';
import type { EmailOtp, EmailOtpSignIn } from '../sign-in/email-otp.ts';
import type { PasskeySignIn, PreparedPasskey } from '../sign-in/passkey.ts';
import { createTask, idleTask, type TaskState } from '../task.ts';
import type { Wallet } from '../wallet.ts';

export type { TaskState, TaskStatus } from '../task.ts';

/** Anything with the state of a wallet. */
export interface WalletLike {
  /** The wallet's state, a frozen snapshot. */
  readonly state: WalletState;
  /** Calls a listener with every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** A task that a person can start. `run` never rejects: the outcome is in `state`. */
export interface Task<Arguments extends readonly unknown[], Result> {
  /** The status, with the result or the error. */
  readonly state: Readonly<ShallowRef<TaskState<Result>>>;
  /** Starts the task. Resolves to undefined when it failed. */
  run(...args: Arguments): Promise<Result | undefined>;
  /** Sets the task to idle again; one that is running continues, but its result is not shown. */
  reset(): void;
}

/**
 * The state of a wallet; stops listening with the component.
 *
 * @example
 * const state = useWallet(wallet);
 */
export function useWallet(wallet: WalletLike): Readonly<ShallowRef<WalletState>> {
  const state = shallowRef(wallet.state);
  onScopeDispose(
    wallet.subscribe(() => {
      state.value = wallet.state;
    }),
  );
  return state;
}

/** Runs asynchronous work, and keeps its state. */
export function useTask<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
): Task<Arguments, Result> {
  const state = shallowRef<TaskState<Result>>(idleTask);
  const task = createTask(work, (next) => {
    state.value = next;
  });
  return { state, ...task };
}

/** Performs an action of the relay, signed by the session. */
export function useSignedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
): Task<[input: Actions[Name]['input']], Actions[Name]['result']> {
  return useTask((input: Actions[Name]['input']) => wallet.run(action, input));
}

/** Signs in with a code sent by e-mail: `send`, then `verify`. */
export function useEmailOtp(
  wallet: { emailOtp(credentialId?: string): EmailOtpSignIn },
  credentialId?: string,
): {
  readonly send: Task<[], EmailOtp>;
  readonly verify: Task<[code: string], SessionInfo>;
  /** Milliseconds until another code can be sent. */
  readonly resendIn: () => number;
} {
  const signIn = wallet.emailOtp(credentialId);
  const { resendIn } = signIn;
  return { send: useTask(signIn.send), verify: useTask(signIn.verify), resendIn };
}

/**
 * Signs in with a passkey: call `prepare` ahead, and `confirm` first in the click handler. A
 * challenge that was used or has expired is replaced for the next click.
 */
export function usePasskey(
  wallet: { passkey(credentialId?: string): PasskeySignIn },
  credentialId?: string,
): { readonly prepare: Task<[], PreparedPasskey>; readonly confirm: Task<[], SessionInfo> } {
  const prepare = useTask(() => wallet.passkey(credentialId).prepare());
  const confirm = useTask(() => confirmOrPrepare(prepare.state.value.result, prepare.run));
  void prepare.run();
  return { prepare, confirm };
}
