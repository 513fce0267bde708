import type { ExternalAccount } from '@org/payments-contract';
import { invalidInput } from '../../engine/refusal.ts';

/**
 * Checks that an account can take part in a payment.
 *
 * @param side the field of the request that names the account
 * @throws Refusal 400 for an inactive account, and for a rail that does not reach it
 */
export function requireUsable(
  { status, accountInfo }: ExternalAccount,
  side: 'source' | 'destination',
  paymentRail?: string,
): void {
  if (status !== 'ACTIVE') {
    const message = `is ${status}; only an ACTIVE account can take part in a payment`;
    throw invalidInput([{ field: `${side}.accountId`, message }]);
  }
  const { paymentRails } = accountInfo as { readonly paymentRails?: readonly string[] };
  if (paymentRail === undefined || paymentRails === undefined) return;
  if (paymentRails.includes(paymentRail)) return;
  const message = `does not reach a ${accountInfo.accountType}; allowed: ${paymentRails.join(', ')}`;
  throw invalidInput([{ field: `${side}.paymentRail`, message }]);
}
