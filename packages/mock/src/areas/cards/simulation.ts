import type { CardTransaction } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf, Operations, Result } from '../../engine/behaviour.ts';
import { adjustMove } from '../../engine/due-moves.ts';
import { refuse } from '../../engine/refusal.ts';
import { scheduledMoves } from '../../engine/tables.ts';
import {
  availableOf,
  deposit,
  holdFor,
  releaseHold,
  settleHold,
  withdraw,
} from '../../ledger/ledger.ts';
import { cards, cardTransactions } from './cards.ts';

export type OfUseCall = Call<{ readonly id: string; readonly cardTransactionId: string }>;
type ClearingCall = CallOf<'sandbox.simulateClearing'>;

/** Returns a use in one of some statuses. @throws Refusal 404, also for another card's, or 409 for another status */
export function requireUse(call: OfUseCall, statuses: readonly string[]): CardTransaction {
  const card = cards.require(call, call.input.id);
  const transaction = cardTransactions.require(call, call.input.cardTransactionId);
  if (transaction.cardId !== card.id) {
    throw refuse(
      'NOT_FOUND',
      'CardTransaction not found',
      `${transaction.id} belongs to another card.`,
    );
  }
  if (statuses.includes(transaction.status)) return transaction;
  throw refuse('CONFLICT', `The card transaction is ${transaction.status}`);
}

/** Changes a use. A pull that is still to come is for what it holds or has settled, beside what was pulled already. */
export function changed(call: Call<unknown>, use: CardTransaction, to: Partial<CardTransaction>) {
  const lastEventAt = iso(call.world.clock.now());
  const body = cardTransactions.change(call, use, { ...to, lastEventAt });
  const { id, status, pullSummary, settlementSummary } = body;
  const held = holdFor(call.world, id)?.amount ?? 0;
  const due = held + settlementSummary.totalAmount - pullSummary.totalAmount;
  const pulled = { ...(due === 0 ? pullSummary : plus(pullSummary, due)), pendingCount: 0 };
  adjustMove(call, `${id}/pull`, { to: status, from: status, fields: { pullSummary: pulled } });
  return { body };
}

function plus(
  summary: {
    readonly count: number;
    readonly totalAmount: number;
    readonly pendingCount?: number | undefined;
  },
  amount: number,
) {
  const { count, totalAmount } = summary;
  return { ...summary, count: count + 1, totalAmount: totalAmount + amount };
}

/** Refuses a clearing beyond the available balance (rule 92). @throws Refusal 400 */
function requireCovered(call: ClearingCall, use: CardTransaction, beyond: number): void {
  if (beyond <= availableOf(call.world, use.accountId)) return;
  throw refuse(
    'AMOUNT_OUT_OF_RANGE',
    'The clearing exceeds the available balance',
    `${beyond} beyond the authorization; ${use.accountId} has ${availableOf(call.world, use.accountId)}.`,
  );
}

/** Settles what the network moved. Only what was held is pulled, and at once (decision D118). */
function settleShort(call: ClearingCall, use: CardTransaction, held: number): Result {
  const { pullSummary, settlementSummary: earlier } = use;
  const { currency } = use.authorizedAmount;
  settleHold(call, use.id, held);
  call.write.delete(scheduledMoves, `${use.id}/pull`);
  const settlementSummary = plus(earlier, call.input.amount);
  const late = held + earlier.totalAmount - pullSummary.totalAmount;
  return changed(call, use, {
    status: 'EXCEPTION',
    settlementSummary,
    settledAmount: { amount: settlementSummary.totalAmount, currency },
    ...(late === 0 ? {} : { pullSummary: { ...plus(pullSummary, late), pendingCount: 0 } }),
  });
}

export const settlementSimulations = {
  /**
   * Settles an authorization; what exceeds it is pulled from the available balance. Clearing 0 expires
   * the rest, whose funds return to the account. The state of the card does not matter.
   */
  'sandbox.simulateClearing'(call): Result {
    const { world, input } = call;
    const use = requireUse(call, ['AUTHORIZED', 'PARTIALLY_SETTLED']);
    const { amount: authorized, currency } = use.authorizedAmount;
    const held = holdFor(world, use.id)?.amount ?? 0;
    if (input.amount === 0) {
      releaseHold(call, use.id);
      const settledAmount = use.settledAmount ?? { amount: 0, currency };
      return changed(call, use, { status: 'SETTLED', settledAmount });
    }
    const beyond = Math.max(0, input.amount - held);
    const isShort = beyond > availableOf(world, use.accountId);
    if (isShort && world.settings.choices.clearingBeyondBalance === 'exception') {
      return settleShort(call, use, held);
    }
    requireCovered(call, use, beyond);
    settleHold(call, use.id, input.amount - beyond);
    withdraw(call, { accountId: use.accountId, amount: beyond, purpose: use.id });
    const settlementSummary = plus(use.settlementSummary, input.amount);
    const { totalAmount } = settlementSummary;
    return changed(call, use, {
      status: totalAmount >= authorized ? 'SETTLED' : 'PARTIALLY_SETTLED',
      settlementSummary,
      settledAmount: { amount: totalAmount, currency },
      ...(beyond === 0 ? {} : { pullSummary: plus(use.pullSummary, beyond) }),
    });
  },

  /** Returns a settled amount, also after the rest expired. The state of the card does not matter. */
  'sandbox.simulateReturn'(call): Result {
    const { input } = call;
    const use = requireUse(call, ['SETTLED', 'PARTIALLY_SETTLED', 'EXCEPTION']);
    const settled = use.settlementSummary.totalAmount;
    if (settled === 0) throw refuse('CONFLICT', `The card transaction is ${use.status}`);
    const refundSummary = plus(use.refundSummary, input.amount);
    const taken = use.status === 'EXCEPTION' ? use.pullSummary.totalAmount : settled;
    if (refundSummary.totalAmount > taken) {
      const left = taken - use.refundSummary.totalAmount;
      throw refuse('AMOUNT_OUT_OF_RANGE', `At most ${left} can be returned`);
    }
    deposit(call, { accountId: use.accountId, amount: input.amount, purpose: use.id });
    const isWhole =
      refundSummary.totalAmount === settled && holdFor(call.world, use.id) === undefined;
    const { currency } = use.authorizedAmount;
    return changed(call, use, {
      status: isWhole ? 'REFUNDED' : use.status,
      refundSummary,
      refundedAmount: { amount: refundSummary.totalAmount, currency },
    });
  },
} satisfies Operations;
