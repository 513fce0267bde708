import { uncached } from '../call/call.ts';
import { probes } from '../call/clock-offset.ts';
import { execute } from '../call/execute.ts';
import { ownerOf, supplyAccount } from '../call/owner.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { limited } from '../limits/limited.ts';
import { timeInCache } from '../outcome/read-timing.ts';

/** What a check uses of the client: passed on, so that its file shares none with the client. */
export const checkTools = {
  ...{ execute, isPaymentsError, limited, probes },
  ...{ ownerOf, supplyAccount, timeInCache, uncached },
};

export type CheckTools = typeof checkTools;
