export type { IncomingPayment } from './events.ts';
export {
  IncomingTransaction,
  incomingFailureReasons,
  OutgoingTransaction,
  outgoingFailureReasons,
  Refund,
  Transaction,
  transactionTypes,
} from './schemas.ts';
export {
  settledTransactionStatuses,
  type TransactionStatus,
  transactionMachine,
  transactionStatuses,
} from './states.ts';
