import type { Facts } from '@org/payments-contract/internal';

/** What nobody can take back: what the contract calls irreversible, and a phrase that somebody has read. */
export function isFinal({ heading }: Facts): boolean {
  return /^(?:card\.CLOSED|internalAccounts\.export|(?:credentials|sessions)\.revoke)$/.test(
    heading,
  );
}
