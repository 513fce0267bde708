import type { ClientContext } from '../call/context.ts';
import { checkTools } from './check-tools.ts';
import type { CheckFinding } from './finding.ts';

/** Creates the `check` of a client, whose code is loaded when it is called. */
export function createCheck(context: ClientContext): () => Promise<readonly CheckFinding[]> {
  return async () => (await import('./check.ts')).check(context, checkTools);
}
