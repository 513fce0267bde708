import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byCreated } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import {
  accountQuery,
  accountRead,
  accountRemoval,
  ownershipChallenge,
  ownershipVerification,
} from './account-rows.ts';
import { ExternalAccount, externalAccountCreate } from './schemas.ts';

/**
 * Lists the external accounts of the platform's customers.
 *
 * @see Public reference, `GET /customers/external-accounts`
 */
export const list = operation({
  method: 'GET',
  path: '/customers/external-accounts',
  origin: 'reference',
  query: z.strictObject({
    /** Only accounts of this customer. */
    customerId: requestId('Customer').optional(),
    ...accountQuery,
  }),
  responses: { 200: page(ExternalAccount) },
});

/**
 * Adds an account of a customer outside the service: a bank account, a mobile wallet or a
 * blockchain address. `accountInfo.accountType` determines its fields.
 *
 * @see Public reference, `POST /customers/external-accounts`
 */
export const create = operation({
  method: 'POST',
  path: '/customers/external-accounts',
  risk: 'raises-authority',
  origin: 'reference',
  body: externalAccountCreate,
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', 'INVALID_BANK_ACCOUNT', 'CONFLICT'],
  reconcile: byCreated('externalAccounts.list', ['customerId'], 'platformAccountId'),
});

/**
 * Reads an external account.
 *
 * @see Public reference, `GET /customers/external-accounts/{externalAccountId}`
 */
export const get = accountRead('/customers/external-accounts/{externalAccountId}');

/**
 * Removes an external account. An account that a payment is using cannot be removed.
 *
 * @see Public reference, `DELETE /customers/external-accounts/{externalAccountId}`
 */
const deleteAccount = accountRemoval(
  '/customers/external-accounts/{externalAccountId}',
  'externalAccounts.get',
);

export { deleteAccount as delete };

/**
 * Starts the proof that the customer owns an account: a message to sign with a blockchain wallet,
 * or a check of the person.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/challenge`
 */
export const challengeOwnership = ownershipChallenge(
  '/customers/external-accounts/{externalAccountId}/challenge',
);

/**
 * Completes the proof of ownership with the signature of the challenge.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/verify`
 */
export const verifyOwnership = ownershipVerification(
  '/customers/external-accounts/{externalAccountId}/verify',
);
