import type { Agent, AgentAction, Quote } from '@org/payments-contract';
import { invalidInput } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { hasRates, rateOf, receivedFor } from '../exchange-rates/rates.ts';

export interface AgentPayment {
  /** The internal accounts it uses, the sender's first. */
  readonly internalAccountIds: readonly string[];
  readonly externalAccountIds: readonly string[];
  /** The amount it moves, fees included, in the smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

export function accountsAmong(ids: readonly string[]) {
  const isInternal = (id: string) => id.startsWith('InternalAccount:');
  return {
    internalAccountIds: ids.filter(isInternal),
    externalAccountIds: ids.filter((id) => !isInternal(id)),
  };
}

export function partyIds({ source, destination }: { source: object; destination: object }) {
  return [source, destination].flatMap((party) =>
    'accountId' in party && typeof party.accountId === 'string' ? [party.accountId] : [],
  );
}

export function paymentOfQuote(quote: Quote): AgentPayment {
  const { totalSendingAmount: amount, sendingCurrency } = quote;
  return { ...accountsAmong(partyIds(quote)), amount, currency: sendingCurrency.code };
}

export function paymentOfAction({ quote, transferDetails }: AgentAction): AgentPayment {
  if (quote !== undefined) return paymentOfQuote(quote);
  if (transferDetails === undefined) throw new Error('An action has a quote or a transfer.');
  const { amount, currency, sourceAccountId, destinationAccountId } = transferDetails;
  return { ...accountsAmong([sourceAccountId, destinationAccountId]), amount, currency };
}

/** Returns an amount in another currency, at the rate of now. */
export function amountIn(world: World, amount: number, from: string, to: string): number {
  return from === to ? amount : receivedFor(amount, rateOf(world, from, to), from, to);
}

type Limited = { readonly currency?: string | undefined };

/** Checks that payments can be compared with a policy or a change of one, which is at a place. @throws Refusal 400 */
export function requireComparable(
  policy: { readonly [Name in 'spendingLimits' | 'approvalThresholds']?: Limited | undefined },
  at = '',
): void {
  const errors = (['spendingLimits', 'approvalThresholds'] as const)
    .filter((name) => !hasRates(policy[name]?.currency ?? 'USD'))
    .map((name) => ({ field: `${at}${name}.currency`, message: 'has no exchange rates' }));
  if (errors.length > 0) throw invalidInput(errors);
}

export function spendOf(world: World, { policy }: Agent, payment: AgentPayment): number {
  return amountIn(world, payment.amount, payment.currency, policy.spendingLimits.currency);
}
