import type { ActionMap } from '../actions.ts';
import type { Wallet } from '../wallet.ts';
import { type Task, useTask } from './use-task.ts';

/**
 * Performs an action of the relay, signed by the session.
 *
 * @param action its name, which determines the types of input and result
 */
export function useSignedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: Wallet<Actions>,
  action: Name,
): Task<[input: Actions[Name]['input']], Actions[Name]['result']> {
  return useTask((input: Actions[Name]['input']) => wallet.run(action, input));
}
