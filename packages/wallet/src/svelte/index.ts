/** The wallet for Svelte: stores by shape, without an import of Svelte. @module */
import type { ActionMap } from '../actions.ts';
import { callEach } from '../call-each.ts';
import { confirmOrPrepare } from '../prepared.ts';
import type { SessionInfo, WalletState } from '../session/state.ts';
import type { EmailOtp, EmailOtpSignIn } from '../sign-in/email-otp.ts';
import type { PasskeySignIn, PreparedPasskey } from '../sign-in/passkey.ts';
import { createTask, idleTask, type TaskRunner, type TaskState } from '../task.ts';
import type { Wallet } from '../wallet.ts';

export type { TaskRunner, TaskState, TaskStatus } from '../task.ts';

/** A readable store: `$store` in a component. */
export interface Readable<Value> {
  /** Calls a listener with the value, now and whenever it changes; returns a function that stops it. */
  subscribe(run: (value: Value) => void): () => void;
}

/** A task that a person can start: a store of its state. `run` never rejects. */
export interface TaskStore<Arguments extends readonly unknown[], Result>
  extends Readable<TaskState<Result>>,
    TaskRunner<Arguments, Result> {}

/** Anything with the state of a wallet. */
export interface WalletLike {
  /** The wallet's state, a frozen snapshot. */
  readonly state: WalletState;
  /** Calls a listener with every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** The state of a wallet. */
export function walletState(wallet: WalletLike): Readable<WalletState> {
  return {
    subscribe(run) {
      run(wallet.state);
      return wallet.subscribe(() => run(wallet.state));
    },
  };
}

/** Runs asynchronous work, and keeps its state. */
export function task<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
): TaskStore<Arguments, Result> {
  let state: TaskState<Result> = idleTask;
  const listeners = new Set<(state: TaskState<Result>) => void>();
  const runner = createTask(work, (next) => {
    state = next;
    callEach(listeners, next);
  });
  return {
    ...runner,
    subscribe(run) {
      const listener = (next: TaskState<Result>) => run(next);
      listeners.add(listener);
      run(state);
      return () => void listeners.delete(listener);
    },
  };
}

/** Performs an action of the relay, signed by the session. */
export function signedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
): TaskStore<[input: Actions[Name]['input']], Actions[Name]['result']> {
  return task((input: Actions[Name]['input']) => wallet.run(action, input));
}

/** Signs in with a code sent by e-mail: `send`, then `verify`. */
export function emailOtp(
  wallet: { emailOtp(credentialId?: string): EmailOtpSignIn },
  credentialId?: string,
): {
  readonly send: TaskStore<[], EmailOtp>;
  readonly verify: TaskStore<[code: string], SessionInfo>;
  /** Milliseconds until another code can be sent. */
  readonly resendIn: () => number;
} {
  const signIn = wallet.emailOtp(credentialId);
  const { resendIn } = signIn;
  return { send: task(signIn.send), verify: task(signIn.verify), resendIn };
}

/**
 * Signs in with a passkey: `prepare` is run ahead, `confirm` first thing in the click handler. A
 * challenge that was spent or has expired is replaced for the next click.
 */
export function passkey(
  wallet: { passkey(credentialId?: string): PasskeySignIn },
  credentialId?: string,
): {
  readonly prepare: TaskStore<[], PreparedPasskey>;
  readonly confirm: TaskStore<[], SessionInfo>;
} {
  let prepared: PreparedPasskey | undefined;
  const prepare = task(async () => {
    prepared = await wallet.passkey(credentialId).prepare();
    return prepared;
  });
  const confirm = task(() => confirmOrPrepare(prepared, prepare.run));
  void prepare.run();
  return { prepare, confirm };
}
