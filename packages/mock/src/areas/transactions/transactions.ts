import { type Refund, type Transaction, transactionMachine } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { deposit, releaseHold, settleHold } from '../../ledger/ledger.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';

/** A transaction; its hold, if it has one, carries its id. */
export type TransactionRecord = Transaction & {
  /** The internal account that an incoming payment is posted to when it completes. */
  readonly postsTo?: string;
  /** Money on its way back to the sender. */
  readonly refund?: Refund | undefined;
};

/** Statuses in which a payment still waits, so that its money stays held. */
const waiting: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);

/** Kinds of events that exist for a status; an outgoing payment that is rejected emits none. */
const announced = {
  OUTGOING: new Set(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']),
  INCOMING: new Set(['PENDING', 'COMPLETED', 'FAILED']),
};

function statusEvent({ type, status }: TransactionRecord): string | undefined {
  const isOutgoing = type === 'OUTGOING';
  const known: ReadonlySet<string> = isOutgoing ? announced.OUTGOING : announced.INCOMING;
  return known.has(status)
    ? `${isOutgoing ? 'OUTGOING' : 'INCOMING'}_PAYMENT.${status}`
    : undefined;
}

/** The event of a refund that was begun or has moved on. */
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

/** Ends what was held for a payment with the payment, however it ends (rule 91). */
function settle(scene: Scene, before: TransactionRecord, after: TransactionRecord): void {
  if (before.status === after.status || !waiting.has(before.status)) return;
  if (waiting.has(after.status)) return;
  const { id, postsTo, status } = after;
  if (status !== 'COMPLETED') releaseHold(scene, id);
  else {
    settleHold(scene, id);
    const received = after.type === 'INCOMING' ? after.receivedAmount?.amount : undefined;
    if (postsTo !== undefined && received !== undefined) {
      deposit(scene, { accountId: postsTo, amount: received, purpose: id });
    }
    scene.write.update(transactions, after, { settledAt: after.updatedAt } as TransactionRecord);
  }
}

/** Payments that came in or went out, newest first. */
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
  emits: { created: statusEvent, changed: { status: statusEvent, refund: refundEvent } },
  changed: settle,
  view({ postsTo: _internal, ...transaction }): Transaction {
    return transaction as Transaction;
  },
});
