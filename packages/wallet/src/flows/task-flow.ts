import type { WalletError } from '../errors/wallet-error.ts';
import type { ActionMap, Wallet } from '../wallet.ts';
import { type Flow, FlowStore, shownError } from './flow.ts';

/** The status of a task. */
export type TaskStatus = 'idle' | 'running' | 'done' | 'failed';

/** The state of a task that a person can start. */
export interface TaskState<Result> {
  /** How far the task has come. */
  readonly status: TaskStatus;
  /** What the task returned; only when it is done, and as long as its account is signed in. */
  readonly result: Result | undefined;
  /** The error to show; never a silent one: after a cancel the task is `idle` again. */
  readonly error: WalletError | undefined;
}

/** What a person can do with a task. */
export interface TaskSteps<Arguments extends readonly unknown[], Result> {
  /**
   * Starts it, inside the click. Resolves to undefined when it failed. Only the result of the last
   * start is kept.
   */
  readonly run: (...args: Arguments) => Promise<Result | undefined>;
  /** Sets the task to idle again; one that is running continues, but its result is not shown. */
  readonly reset: () => void;
}

/**
 * Runs asynchronous work and keeps its state.
 *
 * @param wallet whose account the result belongs to: it is dropped once that one is signed out
 */
export function taskFlow<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
  wallet?: Pick<Wallet, 'state' | 'subscribe'>,
): Flow<TaskState<Result>, TaskSteps<Arguments, Result>> {
  let account: string | undefined;
  let turn = 0;
  /** The status stays: an idle task would say that nothing was done. */
  function follow(): void {
    const before = account;
    account = wallet?.state.session?.accountId;
    if (before !== undefined && before !== account) store.set({ result: undefined });
  }
  const store: FlowStore<TaskState<Result>> = new FlowStore<TaskState<Result>>(
    { status: 'idle', result: undefined, error: undefined },
    () => {
      follow();
      return wallet?.subscribe(follow) ?? (() => {});
    },
  );
  return store.flow({
    async run(...args: Arguments) {
      follow();
      turn += 1;
      const [mine, owner] = [turn, account];
      const running = (async () => work(...args))();
      store.set({ status: 'running', result: undefined, error: undefined });
      try {
        const result = await running;
        const isTheirs = (owner ?? account) === account;
        if (turn === mine) store.set({ status: 'done', result: isTheirs ? result : undefined });
        return result;
      } catch (cause) {
        const error = shownError(cause);
        if (turn === mine) store.set({ status: error === undefined ? 'idle' : 'failed', error });
        return undefined;
      }
    },
    reset() {
      turn += 1;
      store.reset();
    },
  });
}

/**
 * Performs an action of the relay, signed by the session.
 *
 * @param action its name, which determines the types of input and result
 */
export function signedActionFlow<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(wallet: Wallet<Actions>, action: Name) {
  return taskFlow<[input: Actions[Name]['input']], Actions[Name]['result']>(
    (input) => wallet.run(action, input),
    wallet,
  );
}
