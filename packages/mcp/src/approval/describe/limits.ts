import { counted, visibleText } from '@org/payments-contract/internal';
import type { AllowedPayment } from '../../policy/check-policy.ts';
import { amountText, labelOf, type Section } from './facts.ts';

export const LIMITS = 'Limits of the agent';

/** `perTransactionLimit of ExternalAccount:1` as `Per transaction limit of ExternalAccount:1`. */
function limitLabel(name: string): string {
  const [limit = '', ...account] = name.split(' of ');
  return [labelOf(limit), ...account.map((id) => visibleText(id))].join(' of ');
}

/** What the agent's limits leave after a payment. */
export function limits(allowed: AllowedPayment | undefined): Section[] {
  if (allowed === undefined) return [];
  const facts = allowed.remaining.map(({ name, limit, remaining, currency }) => {
    const show = (count: number) =>
      currency === undefined ? counted(count, 'payment') : amountText(count, { code: currency });
    // A limit of one payment is the next one's too: nothing of it is used up.
    const value = name.startsWith('perTransactionLimit')
      ? `up to ${show(limit)}`
      : `${show(remaining)} of ${show(limit)} remain afterwards`;
    return { label: limitLabel(name), value };
  });
  if (allowed.leftOut !== undefined) facts.push({ label: 'Not shown', value: allowed.leftOut });
  return facts.length === 0 ? [] : [{ heading: LIMITS, facts }];
}
