import { machine, type StateMachine } from '../../format/state-machine.ts';

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];

/** All transitions of a transaction's status. A completed payment can still fail: a bank may return it. */
export const transactionMachine: StateMachine<TransactionStatus> = machine<TransactionStatus>({
  CREATED: ['PENDING', 'PROCESSING', 'REJECTED', 'FAILED', 'EXPIRED'],
  PENDING: ['PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'REJECTED', 'FAILED', 'REFUNDED'],
  COMPLETED: ['FAILED', 'REFUNDED'],
  FAILED: ['REFUNDED'],
  REJECTED: [],
  REFUNDED: [],
  EXPIRED: [],
});

/** All transitions of the status of a refund. */
export const refundMachine: StateMachine<string> = machine<string>({
  PENDING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: [],
});

/** Statuses that the service does not change on its own; a bank may still return a completed payment. */
export const settledTransactionStatuses: readonly TransactionStatus[] = [
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
];
