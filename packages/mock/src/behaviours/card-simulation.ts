import type { Card, CardTransaction, CurrencyAmount } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Answer, type CallOf, plain } from '../engine/behaviour.ts';
import { refuse } from '../engine/refusal.ts';
import { outcomeOf } from '../outcomes.ts';
import { addFunds } from '../store/funds.ts';
import { freshId, requireRecord } from './shared.ts';

type AuthorizationCall = CallOf<'sandbox.simulateAuthorization'>;
type ClearingCall = CallOf<'sandbox.simulateClearing'>;
type ReturnCall = CallOf<'sandbox.simulateReturn'>;

const declineOfState: Readonly<Record<string, string>> = {
  FROZEN: 'CARD_PAUSED',
  CLOSED: 'CARD_CLOSED',
  PENDING_KYC: 'CARD_NOT_ISSUED',
  PENDING_ISSUE: 'CARD_NOT_ISSUED',
};

/** The first funding source that can pay, in order of priority. */
function payingAccount({ world, input }: AuthorizationCall, card: Card) {
  const accounts = card.fundingSources.map((id) => world.store.tables.accounts.get(id));
  return accounts.find((account) => (account?.balance.amount ?? 0) >= input.amount);
}

/** Why an authorization is declined, if it is (rule 69). */
function declineReason(call: AuthorizationCall, card: Card): string | undefined {
  const ofState = declineOfState[card.state];
  if (ofState !== undefined) return ofState;
  const { authorization } = call.world.settings.outcomes;
  const outcome = outcomeOf(authorization, call.input.merchant.descriptor);
  if (outcome !== 'APPROVED') return outcome;
  return payingAccount(call, card) === undefined ? 'INSUFFICIENT_FUNDS' : undefined;
}

function requireCurrency(call: AuthorizationCall, card: Card): CurrencyAmount {
  const { amount, currency } = call.input;
  if (card.currency !== undefined && currency.code !== card.currency) {
    const message = `The card is in ${card.currency}, not ${currency.code}`;
    throw refuse('INVALID_CURRENCY', message);
  }
  const [first = ''] = card.fundingSources;
  return { amount, currency: requireRecord(call, 'accounts', first).balance.currency };
}

const nothing = { count: 0, totalAmount: 0 };

/** Uses a card at a merchant: funds are put on hold, or the use is declined. */
export const simulateAuthorization = plain<'sandbox.simulateAuthorization'>({
  answer(call): Answer {
    const { world, write, input } = call;
    const card = requireRecord(call, 'cards', input.id);
    const authorizedAmount = requireCurrency(call, card);
    const reason = declineReason(call, card);
    if (reason !== undefined && world.settings.choices.declinedAuthorization === 'conflict') {
      throw refuse('CONFLICT', `The authorization is declined: ${reason}`);
    }
    const accountId = payingAccount(call, card)?.id ?? card.fundingSources[0];
    const isApproved = reason === undefined && accountId !== undefined;
    const { amount } = input;
    if (isApproved) addFunds(world, write, accountId, { available: -amount, total: 0 });
    const now = iso(world.clock.now());
    const transaction = write.insert('cardTransactions', {
      id: freshId(world, 'CardTransaction'),
      cardId: card.id,
      status: isApproved ? 'AUTHORIZED' : 'DECLINED',
      ...(isApproved ? {} : { declineReason: reason }),
      merchant: input.merchant,
      authorizedAmount,
      accountId: accountId ?? 'InternalAccount:none',
      pullSummary: isApproved ? { count: 1, totalAmount: amount } : nothing,
      refundSummary: nothing,
      settlementSummary: nothing,
      authorizedAt: now,
      lastEventAt: now,
      createdAt: now,
      updatedAt: now,
    });
    return { body: transaction };
  },
});

/** @throws Refusal 404 for a transaction of another card, 409 for one in no such status */
function requireUse(call: ClearingCall | ReturnCall, statuses: readonly string[]): CardTransaction {
  const card = requireRecord(call, 'cards', call.input.id);
  const transaction = requireRecord(call, 'cardTransactions', call.input.cardTransactionId);
  if (transaction.cardId !== card.id) {
    throw refuse('NOT_FOUND', 'CardTransaction not found', `${transaction.id} is of another card.`);
  }
  if (statuses.includes(transaction.status)) return transaction;
  throw refuse('CONFLICT', `The card transaction is ${transaction.status}`);
}

function changed(
  call: ClearingCall | ReturnCall,
  use: CardTransaction,
  to: Partial<CardTransaction>,
) {
  const now = iso(call.world.clock.now());
  const body = call.write.update('cardTransactions', use, {
    ...to,
    lastEventAt: now,
    updatedAt: now,
  });
  return { body };
}

function plus(summary: { readonly count: number; readonly totalAmount: number }, amount: number) {
  return { count: summary.count + 1, totalAmount: summary.totalAmount + amount };
}

/**
 * Settles an authorization; what exceeds it is pulled afterwards. The state of the card does not
 * matter.
 */
export const simulateClearing = plain<'sandbox.simulateClearing'>({
  answer(call): Answer {
    const { world, write, input } = call;
    const use = requireUse(call, ['AUTHORIZED', 'PARTIALLY_SETTLED']);
    const { amount: authorized, currency } = use.authorizedAmount;
    const held = Math.max(0, authorized - use.settlementSummary.totalAmount);
    if (input.amount === 0) {
      addFunds(world, write, use.accountId, { available: held, total: 0 });
      return changed(call, use, { status: 'EXPIRED' });
    }
    const beyond = Math.max(0, input.amount - held);
    addFunds(world, write, use.accountId, { available: -beyond, total: -input.amount });
    const settlementSummary = plus(use.settlementSummary, input.amount);
    const { totalAmount } = settlementSummary;
    return changed(call, use, {
      status: totalAmount >= authorized ? 'SETTLED' : 'PARTIALLY_SETTLED',
      settlementSummary,
      settledAmount: { amount: totalAmount, currency },
      ...(beyond === 0 ? {} : { pullSummary: plus(use.pullSummary, beyond) }),
    });
  },
});

/** Gives a settled amount back. The state of the card does not matter. */
export const simulateReturn = plain<'sandbox.simulateReturn'>({
  answer(call): Answer {
    const { world, write, input } = call;
    const use = requireUse(call, ['SETTLED', 'PARTIALLY_SETTLED']);
    const settled = use.settlementSummary.totalAmount;
    const refundSummary = plus(use.refundSummary, input.amount);
    if (refundSummary.totalAmount > settled) {
      const left = settled - use.refundSummary.totalAmount;
      throw refuse('AMOUNT_OUT_OF_RANGE', `At most ${left} can be returned`);
    }
    addFunds(world, write, use.accountId, { available: input.amount, total: input.amount });
    const { currency } = use.authorizedAmount;
    return changed(call, use, {
      status: refundSummary.totalAmount === settled ? 'REFUNDED' : use.status,
      refundSummary,
      refundedAmount: { amount: refundSummary.totalAmount, currency },
    });
  },
});
