import { machine, type StateMachine } from '../../format/state-machine.ts';

export const quoteStatuses = [
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;

export type QuoteStatus = (typeof quoteStatuses)[number];

/**
 * A quote is executed once, before it expires. If its customer has to authenticate strongly, the
 * execution waits for that; a quote that is paid from outside waits before it shows where to pay.
 */
export const quoteMachine: StateMachine<QuoteStatus> = machine<QuoteStatus>({
  PENDING: ['PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  PENDING_AUTHORIZATION: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: [],
  EXPIRED: [],
});

/** Final statuses of a quote. */
export const settledQuoteStatuses: readonly QuoteStatus[] = ['COMPLETED', 'FAILED', 'EXPIRED'];
