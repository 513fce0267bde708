import type { ActionMap } from '../actions.ts';
import { type Task, useTask } from './use-task.ts';

/** A wallet as far as its actions go. */
export interface ActionRunner<Actions extends ActionMap<Actions>> {
  run<Name extends keyof Actions & string>(
    action: Name,
    input: Actions[Name]['input'],
  ): Promise<Actions[Name]['result']>;
}

/**
 * Performs an action of the relay, signed by the session.
 *
 * @param action its name; decides the types of input and result
 */
export function useSignedAction<
  Actions extends ActionMap<Actions>,
  Name extends keyof Actions & string,
>(
  wallet: ActionRunner<Actions>,
  action: Name,
): Task<[input: Actions[Name]['input']], Actions[Name]['result']> {
  return useTask((input: Actions[Name]['input']) => wallet.run(action, input));
}
