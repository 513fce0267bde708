import { useCallback, useRef, useState } from 'react';
import type { WalletError } from '../errors/wallet-error.ts';
import { failed, idleTask, type TaskState, type TaskStatus } from '../task.ts';

export type { TaskStatus } from '../task.ts';

/** A task that a person can start, and its state. */
export interface Task<Arguments extends readonly unknown[], Result> {
  /** How far the task has come. */
  readonly status: TaskStatus;
  /** What the task returned; only when it is done. */
  readonly result: Result | undefined;
  /** The error to show; never a silent one: after a cancel the task is `idle` again. */
  readonly error: WalletError | undefined;
  /**
   * Starts it, inside the click. Never rejects: the outcome is in the state, and the promise
   * resolves to the result, or to undefined when it failed.
   */
  readonly run: (...args: Arguments) => Promise<Result | undefined>;
  /** Sets the task to idle again; one that is running continues, but its result is not shown. */
  readonly reset: () => void;
}

/** Runs asynchronous work and keeps its state; only the result of the last start is kept. */
export function useTask<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
): Task<Arguments, Result> {
  const [outcome, setOutcome] = useState<TaskState<Result>>(idleTask);
  const latest = useRef({ work, turn: 0 });
  latest.current.work = work;

  const run = useCallback(async (...args: Arguments) => {
    latest.current.turn += 1;
    const { turn } = latest.current;
    const settle = (next: TaskState<Result>) => {
      if (latest.current.turn === turn) setOutcome(next);
    };
    setOutcome({ status: 'running' });
    try {
      const result = await latest.current.work(...args);
      settle({ status: 'done', result });
      return result;
    } catch (cause) {
      settle(failed(cause));
      return undefined;
    }
  }, []);

  const reset = useCallback(() => {
    latest.current.turn += 1;
    setOutcome(idleTask);
  }, []);

  const { status, result, error } = outcome;
  return { status, result, error, run, reset };
}
