import type { ExternalAccount } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';

export { identifierOf } from './identifier.ts';

/** An external account, when it was added, and the proof of its ownership. */
export interface ExternalAccountRecord extends ExternalAccount {
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** The proof that was asked for last. */
  readonly ownershipChallenge?: { readonly expiresAt: string; readonly message?: string };
  /** When ownership was proved. */
  readonly ownershipProvedAt?: string;
}

/** Accounts outside the service, of customers and of the platform itself. */
export const externalAccounts = resource({
  name: 'externalAccounts',
  record: recordOf<ExternalAccountRecord>(),
  id: 'ExternalAccount',
  indexes: ['customerId'],
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
