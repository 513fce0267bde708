import type { ExternalAccount } from '@org/payments-contract';
import { invalidField } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';

/** Fields of `accountInfo` that can be the primary identifier; the first one found counts. */
const identifierFields = [
  'iban',
  'accountNumber',
  'clabeNumber',
  'pixKey',
  'vpa',
  'umaAddress',
  'address',
  'lightningAddress',
  'invoice',
  'bolt12',
  'phoneNumber',
];

/** Returns an account's primary identifier, which decides its outcomes (rule 81). */
export function identifierOf({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const fields = new Map<string, unknown>(Object.entries(accountInfo));
  const values = identifierFields.map((name) => fields.get(name));
  return values.find((value): value is string => typeof value === 'string') ?? '';
}

export interface ExternalAccountRecord extends ExternalAccount {
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly ownershipChallenge?: { readonly expiresAt: string; readonly message?: string };
  readonly ownershipProvedAt?: string;
}

/** Ownership that is proved ends the wait for it; nothing else changes a status. */
const transitions = { PENDING: ['ACTIVE'], ACTIVE: [], UNDER_REVIEW: [], INACTIVE: [] } as const;
const statuses = { transitions, terminal: [] } as const;

/** Accounts outside the service, of customers and of the platform itself. */
export const externalAccounts = resource({
  name: 'externalAccounts',
  record: recordOf<ExternalAccountRecord>(),
  id: 'ExternalAccount',
  indexes: ['customerId'],
  states: { field: 'status', machine: statuses },
  emits: { changed: { status: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' } },
  view({
    createdAt: _created,
    updatedAt: _updated,
    ownershipChallenge: _challenge,
    ownershipProvedAt: _proved,
    ...account
  }): ExternalAccount {
    return account;
  },
});

/** Checks that an account, and a rail to it, can be part of a payment; `side` names it. @throws Refusal 400 */
export function requireUsable(
  { status, accountInfo }: ExternalAccount,
  side: 'source' | 'destination',
  paymentRail?: string,
): void {
  if (status !== 'ACTIVE') {
    const message = `is ${status}; only an ACTIVE account can take part in a payment`;
    throw invalidField(`${side}.accountId`, message);
  }
  const { paymentRails = [] } = accountInfo as { readonly paymentRails?: readonly string[] };
  if (paymentRail === undefined || paymentRails.includes(paymentRail)) return;
  const allowed = paymentRails.join(', ') || 'none';
  const message = `does not reach a ${accountInfo.accountType}; allowed: ${allowed}`;
  throw invalidField(`${side}.paymentRail`, message);
}
