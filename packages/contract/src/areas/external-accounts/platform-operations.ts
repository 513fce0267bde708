import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byCreated } from '../../format/reconcile.ts';
import {
  accountQuery,
  accountRead,
  accountRemoval,
  ownershipChallenge,
  ownershipVerification,
} from './account-rows.ts';
import { ExternalAccount, platformAccountCreate } from './schemas.ts';

/**
 * Lists the platform's own external accounts.
 *
 * @see Public reference, `GET /platform/external-accounts`
 */
export const list = operation('GET /platform/external-accounts', {
  query: strictObject({
    ...accountQuery,
  }),
  responses: { 200: page(ExternalAccount) },
});

/**
 * Adds an account of the platform outside the service: a bank account, a mobile wallet or a
 * blockchain address. `accountInfo.accountType` determines its fields.
 *
 * @see Public reference, `POST /platform/external-accounts`
 */
export const create = operation('POST /platform/external-accounts', {
  risk: 'raises-authority',
  body: platformAccountCreate,
  responses: { 201: ExternalAccount },
  errors: ['INVALID_BANK_ACCOUNT', 'CONFLICT'],
  reconcile: byCreated('platformAccounts.list', ['currency'], 'platformAccountId'),
});

/**
 * Reads an external account of the platform.
 *
 * @see Public reference, `GET /platform/external-accounts/{externalAccountId}`
 */
export const get = accountRead('/platform/external-accounts/{externalAccountId}');

/**
 * Removes an external account of the platform.
 *
 * @see Public reference, `DELETE /platform/external-accounts/{externalAccountId}`
 */
const deleteAccount = accountRemoval(
  '/platform/external-accounts/{externalAccountId}',
  'platformAccounts.get',
);

export { deleteAccount as delete };

/**
 * Starts the proof that the platform owns a blockchain wallet whose keys nobody else keeps: a message
 * to sign with it, or a check of the person.
 *
 * @see Public reference, `POST /platform/external-accounts/{externalAccountId}/challenge`
 */
export const challengeOwnership = ownershipChallenge(
  '/platform/external-accounts/{externalAccountId}/challenge',
);

/**
 * Completes the proof of ownership with the signature of the challenge.
 *
 * @see Public reference, `POST /platform/external-accounts/{externalAccountId}/verify`
 */
export const verifyOwnership = ownershipVerification(
  '/platform/external-accounts/{externalAccountId}/verify',
);
