import { isWalletError, type WalletError } from './errors/wallet-error.ts';
import type { SessionInfo } from './session/state.ts';
import type { PreparedPasskey } from './sign-in/passkey.ts';

/** The status of a task. */
export type TaskStatus = 'idle' | 'running' | 'done' | 'failed';

/** The state of a task that a person can start. */
export interface TaskState<Result> {
  /** How far the task has come. */
  readonly status: TaskStatus;
  /** What the task returned; only when it is done. */
  readonly result?: Result;
  /** The error to show; never a silent one: after a cancel the task is `idle` again. */
  readonly error?: WalletError;
}

/** A task without a framework, on which the adapters are built. */
export interface TaskRunner<Arguments extends readonly unknown[], Result> {
  /**
   * Starts it. Never rejects: undefined when it failed. Only the result of the last start is kept.
   */
  run(...args: Arguments): Promise<Result | undefined>;
  /** Sets the task to idle again; one that is running continues, but its result is not shown. */
  reset(): void;
}

export const idleTask = { status: 'idle' } as const;

/**
 * Copies a foreign error to an object with the shape of the wallet's error; importing the class
 * with its codes would double the size of an adapter.
 */
function unexpected(cause: unknown): WalletError {
  const error = new Error('UNEXPECTED: see `cause`', { cause });
  const facts = { name: 'WalletError', code: 'UNEXPECTED', userAction: 'none', silent: false };
  return Object.assign(error, facts) as unknown as WalletError;
}

/** The state after a failure. */
export function failed(cause: unknown): TaskState<never> {
  const error = isWalletError(cause) ? cause : unexpected(cause);
  return error.silent ? idleTask : { status: 'failed', error };
}

/** Runs asynchronous work and keeps its state. */
export function createTask<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
  onState: (state: TaskState<Result>) => void,
): TaskRunner<Arguments, Result> {
  let turn = 0;
  return {
    async run(...args) {
      turn += 1;
      const mine = turn;
      const settle = (state: TaskState<Result>) => {
        if (turn === mine) onState(state);
      };
      onState({ status: 'running' });
      try {
        const result = await work(...args);
        settle({ status: 'done', result });
        return result;
      } catch (cause) {
        settle(failed(cause));
        return undefined;
      }
    },
    reset() {
      turn += 1;
      onState(idleTask);
    },
  };
}

/**
 * Confirms a prepared passkey, before anything is awaited. When its challenge was used or has
 * expired, prepares another one for the next click.
 */
export async function confirmOrPrepare(
  passkey: PreparedPasskey | undefined,
  prepare: () => unknown,
): Promise<SessionInfo> {
  try {
    if (passkey === undefined) throw new TypeError('The passkey is not prepared yet.');
    return await passkey.confirm();
  } catch (error) {
    if ((passkey?.timeLeft() ?? 0) === 0) prepare();
    throw error;
  }
}

/**
 * Whether an offer among the suggestions of an input failed after the person had picked the passkey.
 * Other errors of an offer are not shown: nobody has asked for anything.
 */
export function wasPicked(passkey: PreparedPasskey, error: unknown): boolean {
  return passkey.timeLeft() === 0 || (isWalletError(error) && error.code === 'WRONG_PASSKEY');
}

/** The longest delay that a browser's timer accepts; beyond it the callback would run at once. */
const LONGEST_DELAY = 2 ** 31 - 1;
/** A challenge that lives shorter shows that the clock of the relay is wrong. Milliseconds. */
const SHORTEST_DELAY = 10_000;

/** Milliseconds until another sign-in is prepared in place of one that expires. */
export function replacedIn(prepared: { timeLeft(): number }): number {
  return Math.min(Math.max(prepared.timeLeft(), SHORTEST_DELAY), LONGEST_DELAY);
}
