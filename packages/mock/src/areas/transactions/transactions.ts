import { type Transaction, transactionMachine } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { TransactionRecord } from './record.ts';
import { settle } from './settlement.ts';

/** Fields of a record that are not in its wire form. */
const internal: ReadonlySet<string> = new Set([
  'postsTo',
  'isOwnTransfer',
  'sendingFee',
  'platformFee',
  'funded',
  'paysOutside',
  'isFundedFromOutside',
  'refundPlan',
  'awaitsAuthorization',
  'onApproval',
  'requestedReceiverCustomerInfoFields',
  'receiverCustomerInfo',
]);

const announced = {
  OUTGOING: new Set(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']),
  INCOMING: new Set(['PENDING', 'COMPLETED', 'FAILED']),
};

export function awaitsApproval({ type, status, isOwnTransfer }: TransactionRecord): boolean {
  return type === 'INCOMING' && status === 'PENDING' && isOwnTransfer !== true;
}

/** Returns the status of a payment that the platform or a bank refused (rule 109). */
export function refusedStatus({ type }: Pick<TransactionRecord, 'type'>): 'FAILED' | 'REJECTED' {
  return type === 'OUTGOING' ? 'FAILED' : 'REJECTED';
}

/**
 * Returns the type of event for a status. Undefined for an incoming payment that is pending without
 * waiting for approval, because its event asks for approval. A rejected payment has failed.
 */
function statusEvent(payment: TransactionRecord): string | undefined {
  const { type } = payment;
  const status = payment.status === 'REJECTED' ? 'FAILED' : payment.status;
  const isOutgoing = type === 'OUTGOING';
  if (!isOutgoing && status === 'PENDING' && !awaitsApproval(payment)) return undefined;
  const known: ReadonlySet<string> = isOutgoing ? announced.OUTGOING : announced.INCOMING;
  return known.has(status)
    ? `${isOutgoing ? 'OUTGOING' : 'INCOMING'}_PAYMENT.${status}`
    : undefined;
}

/** Returns the event of a payment that waits for its customer. Its status stays PENDING. */
function authorizationEvent({ awaitsAuthorization }: TransactionRecord): string | undefined {
  return awaitsAuthorization ? 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION' : undefined;
}

function refundEvent(after: TransactionRecord, before?: TransactionRecord): string | undefined {
  const status = after.refund?.status;
  if (status === before?.refund?.status) return undefined;
  const isKnown = status === 'PENDING' || status === 'COMPLETED' || status === 'FAILED';
  return isKnown ? `${after.type}_PAYMENT.REFUND_${status}` : undefined;
}

const namesOf = (party: Transaction['source'] | Transaction['destination']) => [
  party?.accountId,
  party?.umaAddress,
];

/** Returns a payment as responses show it. Only events show the refund of an incoming one. */
function wireForm(record: TransactionRecord): Transaction {
  const isWithheld = record.awaitsAuthorization !== undefined && 'isFundedFromOutside' in record;
  const withheld = [
    ...(isWithheld ? ['paymentInstructions'] : []),
    ...(record.type === 'INCOMING' ? ['refund'] : []),
  ];
  const shown = Object.entries(record).filter(
    ([name]) => !internal.has(name) && !withheld.includes(name),
  );
  // The event of the completion is emitted before the time is stored.
  const { status, settledAt = record.updatedAt } = record;
  const settled = status === 'COMPLETED' && settledAt !== undefined ? { settledAt } : {};
  return { ...Object.fromEntries(shown), ...settled } as unknown as Transaction;
}

/** Incoming and outgoing payments, newest first. */
export const transactions = resource({
  name: 'transactions',
  record: recordOf<TransactionRecord>(),
  id: 'Transaction',
  notFound: 'TRANSACTION_NOT_FOUND',
  indexes: [
    'customerId',
    'platformCustomerId',
    'accountIdentifier',
    'senderAccountIdentifier',
    'receiverAccountIdentifier',
    'reference',
  ],
  keys: {
    accountIdentifier: ({ source, destination }) => [...namesOf(source), ...namesOf(destination)],
    senderAccountIdentifier: ({ source }) => namesOf(source),
    receiverAccountIdentifier: ({ destination }) => namesOf(destination),
    reference: ({ reconciliationInstructions }) => [reconciliationInstructions?.reference],
  },
  states: { field: 'status', machine: transactionMachine },
  emits: {
    created: statusEvent,
    changed: {
      status: statusEvent,
      refund: refundEvent,
      awaitsAuthorization: authorizationEvent,
    },
  },
  changed: (scene, before, after) => settle(scene, transactions, before, after),
  view: wireForm,
  eventView: (record) => {
    const { requestedReceiverCustomerInfoFields: requested, refund } = record;
    const asked = requested === undefined ? {} : { requestedReceiverCustomerInfoFields: requested };
    return { ...wireForm(record), ...(refund === undefined ? {} : { refund }), ...asked };
  },
});
