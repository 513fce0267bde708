import type { EventType } from '@org/payments-contract';

const noImport = 'the bulk import of customers is not in the contract';
const noStatusChange = 'no operation changes the status of an internal account';
const noNewInstructions = 'the funding instructions of an account do not change';
const noIncomingRefund = 'no operation refunds an incoming payment';

/**
 * The types of event that only `webhooks.trigger` emits, because neither an operation of the
 * contract nor the clock does, with the reason for each.
 */
export const triggerOnly: Readonly<Record<string, string>> = {
  'BULK_UPLOAD.COMPLETED': noImport,
  'BULK_UPLOAD.FAILED': noImport,
  'INTERNAL_ACCOUNT.STATUS_UPDATED': noStatusChange,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': noNewInstructions,
  'INCOMING_PAYMENT.REFUND_PENDING': noIncomingRefund,
  'INCOMING_PAYMENT.REFUND_COMPLETED': noIncomingRefund,
  'INCOMING_PAYMENT.REFUND_FAILED': noIncomingRefund,
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': 'the specification does not have this status',
  'VERIFICATION.READY_FOR_VERIFICATION': 'the specification does not name a cause of this status',
} satisfies Partial<Record<EventType, string>>;
