import { isWalletError, type WalletError } from './errors/wallet-error.ts';

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
