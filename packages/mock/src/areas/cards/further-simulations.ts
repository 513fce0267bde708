import type { CardTransaction } from '@org/payments-contract';
import type { Call, CallOf, Operations, Result } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import {
  availableOf,
  deposit,
  hold,
  holdFor,
  releaseHold,
  settleHold,
  withdraw,
} from '../../ledger/ledger.ts';
import {
  authorize,
  declinedCredit,
  fieldsOfUse,
  issuerToken,
  outcomeFor,
  requireAmount,
  type UseCall,
} from './authorization.ts';
import { cards, cardTransactions } from './cards.ts';
import { changed, requireUse } from './simulation.ts';

/** Returns the response to an accepted event: the token of its use, or that of the event alone. */
function accepted({ world }: Call<unknown>, use?: CardTransaction): Result {
  return { body: { issuerTransactionToken: use?.issuerTransactionToken ?? issuerToken(world) } };
}

/** Refuses a card that is not issued yet, or is closed. @throws Refusal 409 */
function requireIssuedCard(call: UseCall) {
  const card = cards.require(call, (call.input as { readonly id: string }).id);
  if (card.state === 'ACTIVE' || card.state === 'FROZEN') return card;
  throw refuse('CONFLICT', `The card is ${card.state}`, `${card.id} does not accept credits.`);
}

/** Announces a credit. Nothing is posted before the credit itself arrives; one may be declined (rule 69). */
function announceCredit(call: UseCall): Result {
  const card = requireIssuedCard(call);
  requireAmount(call, card);
  return accepted(call, declinedCredit(call, card));
}

/** Checks that the account can hold the new amount. @throws Refusal 400 */
function requireRoom(call: Call<unknown>, use: CardTransaction, amount: number): void {
  const held = holdFor(call.world, use.id)?.amount ?? 0;
  const available = availableOf(call.world, use.accountId) + held;
  if (amount <= available) return;
  throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${available} is available`);
}

type ReversalCall = CallOf<'cardSimulations.simulateReturnReversal'>;

function requireReturned(call: ReversalCall): CardTransaction {
  const use = requireUse(call, ['REFUNDED']);
  if (use.settlementSummary.totalAmount > 0) return use;
  throw refuse('CONFLICT', 'No amount of the card transaction was returned');
}

export const furtherSimulations = {
  'cardSimulations.simulateBalanceInquiry'(call) {
    cards.require(call, call.input.id);
    return accepted(call);
  },

  'cardSimulations.simulateCreditAuthorization': announceCredit,

  'cardSimulations.simulateCreditAuthorizationAdvice': announceCredit,

  /** Authorizes and settles in one step; a use that is declined, or cannot be pulled, settles nothing. */
  'cardSimulations.simulateFinancialAuthorization'(call) {
    const use = authorize(call);
    if (use.status === 'AUTHORIZED' && outcomeFor(call) !== 'PULL_FAILED') {
      const { amount } = call.input;
      settleHold(call, use.id);
      changed(call, use, {
        status: 'SETTLED',
        settlementSummary: { count: 1, totalAmount: amount },
        settledAmount: use.authorizedAmount,
      });
    }
    return accepted(call, use);
  },

  /** Credits the card's first funding source in one step; the transaction is REFUNDED from the start. */
  'cardSimulations.simulateFinancialCreditAuthorization'(call) {
    const { input } = call;
    const card = requireIssuedCard(call);
    const refundedAmount = requireAmount(call, card);
    const declined = declinedCredit(call, card);
    if (declined !== undefined) return accepted(call, declined);
    const fields = fieldsOfUse(call, card, card.fundingSources[0]);
    const credit = cardTransactions.add(call, {
      ...fields,
      status: 'REFUNDED',
      authorizedAmount: { ...refundedAmount, amount: 0 },
      refundedAmount,
      refundSummary: { count: 1, totalAmount: input.amount },
    });
    const { accountId } = fields;
    deposit(call, { accountId, amount: input.amount, purpose: credit.id });
    return accepted(call, credit);
  },

  /** Changes the amount of an authorization, and with it what is held for its part that is not settled. */
  'cardSimulations.simulateAuthorizationAdvice'(call) {
    const { amount } = call.input;
    const use = requireUse(call, ['AUTHORIZED', 'PARTIALLY_SETTLED']);
    const settled = use.settlementSummary.totalAmount;
    if (amount <= settled) throw refuse('AMOUNT_OUT_OF_RANGE', `${settled} is settled already`);
    requireRoom(call, use, amount - settled);
    releaseHold(call, use.id);
    hold(call, { accountId: use.accountId, amount: amount - settled, purpose: use.id });
    const wasPulled = use.pullSummary.count > 0;
    changed(call, use, {
      authorizedAmount: { ...use.authorizedAmount, amount },
      ...(wasPulled ? { pullSummary: { ...use.pullSummary, totalAmount: amount } } : {}),
    });
    return accepted(call, use);
  },

  /** Reverses a return: its money leaves the account again. The return stays counted (rule 92). */
  'cardSimulations.simulateReturnReversal'(call) {
    const use = requireReturned(call);
    const { totalAmount: amount } = use.refundSummary;
    const available = availableOf(call.world, use.accountId);
    if (amount > available) throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${available} is available`);
    withdraw(call, { accountId: use.accountId, amount, purpose: use.id });
    changed(call, use, {
      status: 'SETTLED',
      refundSummary: { ...use.refundSummary, totalAmount: 0 },
      refundedAmount: { ...use.authorizedAmount, amount: 0 },
    });
    return accepted(call, use);
  },
} satisfies Operations;
