import type { Refund } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { deposit, holdFor, releaseHold, settleHold } from '../../ledger/ledger.ts';
import { ledgerAccounts } from '../../ledger/tables.ts';
import type { TableHandle } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import type { TransactionRecord } from './record.ts';

const REFUND_MILLISECONDS = 30_000;
const pending = 'PENDING';

type Transactions = TableHandle<'transactions', TransactionRecord, 'customerId'>;

/** Begins the planned refund of a failed payment. It ends 30 seconds later. */
export function startRefund(
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
export function endRefund(scene: Scene, before: TransactionRecord, after: TransactionRecord): void {
  const status = after.refund?.status;
  if (before.refund?.status !== pending || status === pending) return;
  const isHeld = holdFor(scene.world, after.id) !== undefined;
  if (status !== 'COMPLETED') settleHold(scene, after.id);
  else if (isHeld) releaseHold(scene, after.id);
  else bringBack(scene, after);
}
