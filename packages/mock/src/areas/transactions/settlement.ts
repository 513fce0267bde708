import type { Refund } from '@org/payments-contract';
import { base58, hex } from '@scure/base';
import { iso } from '../../clock.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import {
  availableOf,
  chargeHold,
  deposit,
  holdFor,
  moveTo,
  passThrough,
  payFromHold,
  releaseHold,
  settleHold,
} from '../../ledger/ledger.ts';
import type { TableHandle } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { cryptocurrencies } from '../exchange-rates/rates.ts';
import { activeAccount } from '../internal-accounts/internal-accounts.ts';
import type { TransactionIndex, TransactionRecord } from './record.ts';

const REFUND_MILLISECONDS = 30_000;
const pending = 'PENDING';

type Transactions = TableHandle<'transactions', TransactionRecord, TransactionIndex>;

/** Begins the planned refund of a failed payment. It ends 30 seconds later. */
function startRefund(
  scene: Scene,
  transactions: Transactions,
  transaction: TransactionRecord,
): void {
  const { id, refundPlan, updatedAt = iso(scene.world.clock.now()) } = transaction;
  if (refundPlan === undefined) return;
  const { status, reason } = refundPlan;
  const reference = `REFUND-${scene.world.random.hex('refund', 4)}`;
  const refund: Refund = { reference, initiatedAt: updatedAt, status: pending, reason };
  const at = Date.parse(updatedAt) + REFUND_MILLISECONDS;
  const settled = status === 'COMPLETED' ? { settledAt: iso(at) } : {};
  scheduleMove(scene, transactions, {
    id: id,
    step: 'refund',
    at,
    from: 'FAILED',
    to: 'FAILED',
    fields: { refund: { ...refund, status, ...settled } },
  });
  scene.write.update(transactions, transaction, { refund } as TransactionRecord);
}

/** Returns the part of a fee that the platform has an account for. */
function platformPart(scene: Scene, payment: TransactionRecord) {
  const { platformFee: amount = 0 } = payment;
  const code = payment.type === 'OUTGOING' ? payment.sentAmount.currency.code : '';
  const accountId = amount === 0 ? undefined : activeAccount(scene.world, undefined, code)?.id;
  return accountId === undefined ? undefined : { accountId, amount, purpose: payment.id };
}

/**
 * Returns the account to which a refund goes: the one that paid or, for a cryptocurrency from
 * outside, the customer's in it. Undefined where the money goes back to where it came from.
 */
function refundedAccount(scene: Scene, payment: TransactionRecord): string | undefined {
  if (payment.type !== 'OUTGOING') return undefined;
  const { source, sentAmount, customerId, isFundedFromOutside = false } = payment;
  const { code } = sentAmount.currency;
  if (!isFundedFromOutside) return source.accountId;
  return cryptocurrencies.has(code) ? activeAccount(scene.world, customerId, code)?.id : undefined;
}

/** Returns the money of a payment that was already paid out, the platform's fee included. */
function bringBack(scene: Scene, payment: TransactionRecord): void {
  const accountId = refundedAccount(scene, payment);
  if (accountId === undefined || payment.type !== 'OUTGOING') return;
  const { id: purpose, sentAmount, funded: amount = sentAmount.amount } = payment;
  const fee = platformPart(scene, payment);
  const returned = fee && Math.min(fee.amount, availableOf(scene.world, fee.accountId));
  if (fee !== undefined) moveTo(scene, { ...fee, amount: returned ?? 0 }, accountId);
  deposit(scene, { accountId, amount: amount - (returned ?? 0), purpose });
}

/** A completed refund returns the whole sent amount, fees included; after a failed one, the money stays outside. */
function endRefund(scene: Scene, before: TransactionRecord, after: TransactionRecord): void {
  const status = after.refund?.status;
  if (before.refund?.status !== pending || status === pending) return;
  const isHeld = holdFor(scene.world, after.id) !== undefined;
  if (status !== 'COMPLETED') settleHold(scene, after.id);
  else if (isHeld) releaseHold(scene, after.id);
  else bringBack(scene, after);
}

/** Statuses in which a payment still waits, so that its money stays held. */
const waiting: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);

/** Pays a completed payment out of its hold, or passes on what came from outside. */
function payOut(scene: Scene, payment: TransactionRecord): void {
  const { id: purpose, sendingFee = 0, isFundedFromOutside = false } = payment;
  const platform = platformPart(scene, payment);
  const fee = sendingFee - (platform?.amount ?? 0);
  if (isFundedFromOutside && payment.type === 'OUTGOING') {
    const { amount, currency } = payment.sentAmount;
    const passed = amount - (platform?.amount ?? 0);
    passThrough(scene, { amount: passed, fee, currency: currency.code, purpose });
    if (platform !== undefined) deposit(scene, platform);
    return;
  }
  if (platform !== undefined) payFromHold(scene, platform);
  chargeHold(scene, purpose, fee);
  settleHold(scene, purpose);
}

/** Posts what a completed payment received: to an internal account, or to one outside. */
function receive(scene: Scene, { id: purpose, ...payment }: TransactionRecord): void {
  const { postsTo: accountId, receivedAmount: received } = payment;
  if (received === undefined) return;
  const { amount, currency } = received;
  if (accountId !== undefined) deposit(scene, { accountId, amount, purpose });
  else if (payment.paysOutside === true) {
    passThrough(scene, { amount, fee: 0, currency: currency.code, purpose });
  }
}

/** Names the transfer between the providers that settles a payment to a UMA address, by its signature on Solana. */
function settledBy({ world }: Scene, payment: TransactionRecord): Partial<TransactionRecord> {
  const { type, destination, reconciliationInstructions: own } = payment;
  if (type !== 'OUTGOING' || destination.destinationType !== 'UMA_ADDRESS') return {};
  const transactionHash = base58.encode(hex.decode(world.random.hex('transactionHash', 64)));
  return { reconciliationInstructions: { ...own, transactionHash } };
}

function complete(scene: Scene, transactions: Transactions, transaction: TransactionRecord): void {
  payOut(scene, transaction);
  receive(scene, transaction);
  const { updatedAt: settledAt } = transaction;
  const settled = { settledAt, ...settledBy(scene, transaction) } as TransactionRecord;
  scene.write.update(transactions, transaction, settled);
}

/** Ends a payment's hold with the payment, or with its refund (rule 91). */
export function settle(
  scene: Scene,
  transactions: Transactions,
  before: TransactionRecord,
  after: TransactionRecord,
): void {
  if (before.status !== after.status) {
    const hasEnded = waiting.has(before.status) && !waiting.has(after.status);
    if (hasEnded && after.status === 'COMPLETED') complete(scene, transactions, after);
    else if (hasEnded && after.refundPlan === undefined) releaseHold(scene, after.id);
    startRefund(scene, transactions, after);
  }
  endRefund(scene, before, after);
}
