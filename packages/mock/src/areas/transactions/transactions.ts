import {
  type CurrencyAmount,
  type Refund,
  type Transaction,
  transactionMachine,
} from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { resource } from '../../engine/resource/resource.ts';
import {
  chargeHold,
  deposit,
  holdFor,
  passThrough,
  releaseHold,
  settleHold,
} from '../../ledger/ledger.ts';
import { ledgerAccounts } from '../../ledger/tables.ts';
import { recordOf, type TableHandle } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import type { TransactionRecord } from './record.ts';

const REFUND_MILLISECONDS = 30_000;
const pending = 'PENDING';

type Transactions = TableHandle<'transactions', TransactionRecord, 'customerId'>;

/** Begins the planned refund of a failed payment. It ends 30 seconds later. */
function startRefund(
  scene: Scene,
  transactions: Transactions,
  transaction: TransactionRecord,
): void {
  const { id, refundPlan, updatedAt = iso(scene.world.clock.now()) } = transaction;
  if (refundPlan === undefined || transaction.refund !== undefined) return;
  const { status, reason } = refundPlan;
  const reference = `REFUND-${scene.world.random.hex('refund', 4)}`;
  const refund: Refund = { reference, initiatedAt: updatedAt, status: pending, reason };
  const at = Date.parse(updatedAt) + REFUND_MILLISECONDS;
  const settled = status === 'COMPLETED' ? { settledAt: iso(at) } : {};
  scheduleMove(scene, {
    id: `${id}/refund`,
    at,
    table: transactions.name,
    recordId: id,
    from: 'FAILED',
    to: 'FAILED',
    fields: { refund: { ...refund, status, ...settled } },
  });
  scene.write.update(transactions, transaction, { refund } as TransactionRecord);
}

/** Returns the money of a payment that was already paid out. */
function bringBack(scene: Scene, transaction: TransactionRecord): void {
  if (transaction.type !== 'OUTGOING') return;
  const { source, sentAmount, id } = transaction;
  const accountId = source.accountId ?? '';
  if (ledgerAccounts.in(scene.world).get(accountId) === undefined) return;
  deposit(scene, { accountId, amount: sentAmount.amount, purpose: id });
}

/**
 * Moves the money when a refund ends. A completed refund returns the whole sent amount, fees
 * included; after a failed one, the money stays outside.
 */
function endRefund(scene: Scene, before: TransactionRecord, after: TransactionRecord): void {
  const status = after.refund?.status;
  if (before.refund?.status !== pending || status === pending) return;
  const isHeld = holdFor(scene.world, after.id) !== undefined;
  if (status !== 'COMPLETED') settleHold(scene, after.id);
  else if (isHeld) releaseHold(scene, after.id);
  else bringBack(scene, after);
}

/** Fields of a record that are not in its wire form. */
const internal: ReadonlySet<string> = new Set([
  'postsTo',
  'isOwnTransfer',
  'sendingFee',
  'isFundedFromOutside',
  'refundPlan',
  'awaitsAuthorization',
  'onApproval',
  'requestedReceiverCustomerInfoFields',
  'receiverCustomerInfo',
]);

/** Statuses in which a payment still waits, so that its money stays held. */
const waiting: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);

/** The statuses of which events exist. */
const announced = {
  OUTGOING: new Set(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']),
  INCOMING: new Set(['PENDING', 'COMPLETED', 'FAILED']),
};

/** Returns whether a payment waits for the platform's approval. */
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
  return awaitsAuthorization === true ? 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION' : undefined;
}

/** Returns the event of a refund that has begun or changed. */
function refundEvent(after: TransactionRecord, before?: TransactionRecord): string | undefined {
  const status = after.refund?.status;
  if (status === before?.refund?.status) return undefined;
  const isKnown = status === 'PENDING' || status === 'COMPLETED' || status === 'FAILED';
  return isKnown ? `${after.type}_PAYMENT.REFUND_${status}` : undefined;
}

function partyHas(party: Transaction['source'] | Transaction['destination'], id: string): boolean {
  return party?.accountId === id || party?.umaAddress === id;
}

const created = ({ createdAt }: TransactionRecord) => Date.parse(createdAt ?? '');

function sentAmount(transaction: TransactionRecord): CurrencyAmount | undefined {
  return transaction.type === 'OUTGOING' ? transaction.sentAmount : undefined;
}

/**
 * Pays a completed payment out of its hold, and posts the received amount to an internal account.
 */
function complete(scene: Scene, transaction: TransactionRecord): void {
  const { id, postsTo, sendingFee: fee = 0, isFundedFromOutside = false } = transaction;
  const sent = sentAmount(transaction);
  if (isFundedFromOutside && sent !== undefined) {
    const { amount, currency } = sent;
    passThrough(scene, { amount, fee, currency: currency.code, purpose: id });
  } else {
    chargeHold(scene, id, fee);
    settleHold(scene, id);
  }
  const received = transaction.receivedAmount?.amount;
  if (postsTo !== undefined && received !== undefined) {
    deposit(scene, { accountId: postsTo, amount: received, purpose: id });
  }
  const settledAt = transaction.updatedAt;
  scene.write.update(transactions, transaction, { settledAt } as TransactionRecord);
}

/**
 * Ends a payment's hold together with the payment. A refund keeps the hold until it has ended too
 * (rule 91).
 */
function settle(scene: Scene, before: TransactionRecord, after: TransactionRecord): void {
  if (before.status !== after.status) {
    const hasEnded = waiting.has(before.status) && !waiting.has(after.status);
    if (hasEnded && after.status === 'COMPLETED') complete(scene, after);
    else if (hasEnded && after.refundPlan === undefined) releaseHold(scene, after.id);
    if (after.status === 'FAILED') startRefund(scene, transactions, after);
  }
  endRefund(scene, before, after);
}

/** Returns a payment as responses show it. */
function wireForm(record: TransactionRecord): Transaction {
  const shown = Object.entries(record).filter(([name]) => !internal.has(name));
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
  indexes: ['customerId'],
  states: { field: 'status', machine: transactionMachine },
  filters: {
    accountIdentifier: ({ source, destination }, id: string) =>
      partyHas(source, id) || partyHas(destination, id),
    senderAccountIdentifier: ({ source }, id: string) => partyHas(source, id),
    receiverAccountIdentifier: ({ destination }, id: string) => partyHas(destination, id),
    reference: ({ reconciliationInstructions }, reference: string) =>
      reconciliationInstructions?.reference === reference,
    startDate: (transaction, start: string) => created(transaction) >= Date.parse(start),
    endDate: (transaction, end: string) => created(transaction) <= Date.parse(end),
  },
  emits: {
    created: statusEvent,
    changed: {
      status: statusEvent,
      refund: refundEvent,
      awaitsAuthorization: authorizationEvent,
    },
  },
  changed: settle,
  view: wireForm,
  eventView: (record) => {
    const { requestedReceiverCustomerInfoFields: requested } = record;
    const asked = requested === undefined ? {} : { requestedReceiverCustomerInfoFields: requested };
    return { ...wireForm(record), ...asked };
  },
});
