import type { Facts } from '@org/payments-contract/internal';

/** What nobody can take back: what the contract calls irreversible, and a phrase that somebody has read. */
export function isFinal({ heading }: Facts): boolean {
  return /^(?:card\.CLOSED|internalAccounts\.export|(?:credentials|sessions)\.revoke)$/.test(
    heading,
  );
}

/**
 * Whether little is lost if a page that hides the frame with a mask misleads the person: the change gives
 * nobody a new way to the money, as a session does whose key somebody else made.
 */
export function isSlight({ heading, rows }: Facts): boolean {
  const isForeign = rows.some(({ label }) => label === 'clientPublicKey');
  return /^(?:card\.FROZEN|sessions\.re(?:fresh|voke))$/.test(heading) && !isForeign;
}
