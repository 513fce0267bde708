import { uncached } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import { ownerOf, supplyAccount } from '../call/owner.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { limited } from '../limits/limited.ts';
import { timeInCache } from '../outcome/read-timing.ts';
import type { CheckFinding } from './finding.ts';

/** What a check uses of the client: passed on, so that its file shares none with the client. */
const tools = {
  ...{ execute, isPaymentsError, limited },
  ...{ ownerOf, supplyAccount, timeInCache, uncached },
};

export type CheckTools = typeof tools;

/** Creates the `check` of a client, whose code is loaded when it is called. */
export function createCheck(context: ClientContext): () => Promise<readonly CheckFinding[]> {
  return async () => (await import('./check.ts')).check(context, tools);
}
