import type { JournalEnd } from './journal.ts';

/** The request id of the entry by which `check` tries a journal. It is not a change: whoever lists changes leaves it out. */
export const TRIAL = 'check';

/** How it ends. No other entry ended as long ago, so that pruning up to there removes only such. */
export const trialEnd: JournalEnd = {
  outcome: 'not-applied',
  endedAt: new Date(0).toISOString(),
  status: undefined,
  resourceId: undefined,
  errorCode: undefined,
};
