import type { Card, CardTransaction, CurrencyAmount } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf, Result } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { refuse } from '../../engine/refusal.ts';
import { hold } from '../../ledger/ledger.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { World } from '../../world.ts';
import { accounts, statusProblem } from '../internal-accounts/internal-accounts.ts';
import { cards, cardTransactions } from './cards.ts';

const PULL_MILLISECONDS = 30_000;

export type UseCall = Call<CallOf<'sandbox.simulateAuthorization'>['input']>;

const declineOfState: Readonly<Record<string, string>> = {
  FROZEN: 'CARD_PAUSED',
  CLOSED: 'CARD_CLOSED',
  PENDING_KYC: 'CARD_NOT_ISSUED',
  PENDING_ISSUE: 'CARD_NOT_ISSUED',
};

const pullOutcomes: ReadonlySet<string> = new Set(['PULL_DELAYED', 'PULL_FAILED']);

/** Returns the first funding source that can send the amount, in order of priority. */
function payingAccount({ world, input }: UseCall, card: Card) {
  const sources = card.fundingSources.flatMap((id) => accounts.in(world).get(id) ?? []);
  return sources.find(
    (account) => account.balance.amount >= input.amount && statusProblem(account) === undefined,
  );
}

export function outcomeFor({ world, input }: UseCall): string {
  return outcomeOf(world.settings.outcomes.authorization, input.merchant.descriptor);
}

/** Why the merchant's descriptor has a use or a credit declined; undefined if it does not. */
function declineOfDescriptor(call: UseCall): string | undefined {
  const outcome = outcomeFor(call);
  return outcome === 'APPROVED' || pullOutcomes.has(outcome) ? undefined : outcome;
}

/** Returns why an authorization is declined; undefined for one that is approved (rule 69). */
function declineReason(call: UseCall, card: Card): string | undefined {
  const ofState = declineOfState[card.state];
  if (ofState !== undefined) return ofState;
  const ofDescriptor = declineOfDescriptor(call);
  if (ofDescriptor !== undefined) return ofDescriptor;
  return payingAccount(call, card) === undefined ? 'INSUFFICIENT_FUNDS' : undefined;
}

/** Returns the amount of a use. @throws Refusal 400 for a currency that is not the card's */
export function requireAmount(call: UseCall, card: Card): CurrencyAmount {
  const { amount, currency } = call.input;
  if (card.currency !== undefined && currency.code !== card.currency) {
    const message = `The card is in ${card.currency}, not ${currency.code}`;
    throw refuse('INVALID_CURRENCY', message);
  }
  const [first = ''] = card.fundingSources;
  return { amount, currency: accounts.require(call, first).balance.currency };
}

/** Returns the issuer's identifier of a use, or of an event that is not a use. */
export const issuerToken = (world: World) => `sim-${world.random.hex('simulation', 8)}`;

const emptySummary = { count: 0, totalAmount: 0 };

/** Schedules the end of a pull, after a delay or, if it fails, before the next request. Until then, the funds are held. */
function schedulePull(call: UseCall, { id }: CardTransaction): void {
  const { world, input } = call;
  const now = world.clock.now();
  const move = { id, step: 'pull', from: 'AUTHORIZED' };
  if (outcomeFor(call) === 'PULL_FAILED') {
    const fields = { pullSummary: { ...emptySummary, pendingCount: 0 } };
    scheduleMove(call, cardTransactions, { ...move, at: now, to: 'EXCEPTION', fields });
    return;
  }
  const at = now + PULL_MILLISECONDS;
  const pullSummary = { count: 1, totalAmount: input.amount, pendingCount: 0 };
  const fields = { pullSummary, lastEventAt: iso(at) };
  scheduleMove(call, cardTransactions, { ...move, at, to: 'AUTHORIZED', fields });
}

export function fieldsOfUse(
  { world, input }: UseCall,
  card: Card,
  accountId: CardTransaction['accountId'] = 'InternalAccount:none',
) {
  const now = iso(world.clock.now());
  return {
    cardId: card.id,
    merchant: input.merchant,
    issuerTransactionToken: issuerToken(world),
    accountId,
    pullSummary: emptySummary,
    refundSummary: emptySummary,
    settlementSummary: emptySummary,
    authorizedAt: now,
    lastEventAt: now,
  };
}

/** Records what was declined, which moves nothing. @throws Refusal 409 if the mock's options say so */
function decline(call: UseCall, card: Card, declineReason: string | undefined): CardTransaction {
  if (call.world.settings.choices.declinedAuthorization === 'conflict') {
    throw refuse('CONFLICT', `The authorization is declined: ${declineReason}`);
  }
  return cardTransactions.add(call, {
    ...fieldsOfUse(call, card, payingAccount(call, card)?.id ?? card.fundingSources[0]),
    status: 'EXCEPTION',
    declineReason,
    authorizedAmount: requireAmount(call, card),
  });
}

/** Records a credit that the merchant's descriptor has declined; undefined for one that is accepted. */
export function declinedCredit(call: UseCall, card: Card): CardTransaction | undefined {
  const reason = declineOfDescriptor(call);
  return reason === undefined ? undefined : decline(call, card, reason);
}

/** Uses a card: holds the amount on the first funding source that can pay, or declines the use. */
export function authorize(call: UseCall): CardTransaction {
  const { input } = call;
  const card = cards.require(call, (input as { readonly id: string }).id);
  const authorizedAmount = requireAmount(call, card);
  const reason = declineReason(call, card);
  const accountId = payingAccount(call, card)?.id;
  if (reason !== undefined || accountId === undefined) return decline(call, card, reason);
  const isPulledLater = pullOutcomes.has(outcomeFor(call));
  const { amount } = input;
  const transaction = cardTransactions.add(call, {
    ...fieldsOfUse(call, card, accountId),
    status: 'AUTHORIZED',
    authorizedAmount,
    pullSummary: isPulledLater
      ? { ...emptySummary, pendingCount: 1 }
      : { count: 1, totalAmount: amount },
  });
  hold(call, { accountId, amount, purpose: transaction.id });
  if (isPulledLater) schedulePull(call, transaction);
  return transaction;
}

/** Uses a card at a merchant: funds are put on hold, or the use is declined. */
export function simulateAuthorization(call: CallOf<'sandbox.simulateAuthorization'>): Result {
  return { body: authorize(call) };
}
