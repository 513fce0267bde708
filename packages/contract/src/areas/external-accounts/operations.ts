import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byCreated, byHand, byRepeat } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import type { Risk } from '../../format/risk.ts';
import {
  TrustChallenge,
  TrustResult,
  trustConfirmation,
} from '../strong-authentication/challenge.ts';
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
export const list = operation('GET /customers/external-accounts', {
  query: strictObject({
    /** Only accounts of this customer. */
    customerId: z.optional(requestId('Customer')),
    ...accountQuery,
  }),
  responses: { 200: page(ExternalAccount) },
});

/**
 * Adds an account outside the service, of a customer or, without one, of the platform: a bank account,
 * a mobile wallet or a blockchain address. `accountInfo.accountType` determines its fields.
 *
 * @see Public reference, `POST /customers/external-accounts`
 */
export const create = operation('POST /customers/external-accounts', {
  risk: 'raises-authority',
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
 * Removes an external account. An account that a payment is using, or that its customer trusts,
 * cannot be removed.
 *
 * @see Public reference, `DELETE /customers/external-accounts/{externalAccountId}`
 */
const deleteAccount = accountRemoval(
  '/customers/external-accounts/{externalAccountId}',
  'externalAccounts.get',
  ['CONFLICT', 'BENEFICIARY_TRUSTED'],
);

export { deleteAccount as delete };

/**
 * Starts the proof that the customer owns a blockchain wallet whose keys nobody else keeps: a
 * message to sign with it, or a check of the person.
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

const trustParams = strictObject({
  /** The account's id. */
  externalAccountId: requestId('ExternalAccount'),
});

/** Declares the row that starts a change of trust. */
function trustStart<const Path extends `/${string}`>(path: Path) {
  return operation(`POST ${path}`, {
    params: trustParams,
    responses: { 200: TrustChallenge },
    result: { someOf: ['scaChallenge'] },
    // 400 for a customer without a factor.
    errors: ['INVALID_INPUT', 'CONFLICT'],
    reconcile: byRepeat('Another challenge is issued.'),
  });
}

/** Declares the row that completes a change of trust. */
function trustConfirm<const Path extends `/${string}`, const Level extends Risk>(
  path: Path,
  risk: Level,
) {
  return operation(`POST ${path}`, {
    risk,
    params: trustParams,
    body: trustConfirmation,
    responses: { 200: TrustResult },
    errors: ['CONFLICT'],
    reconcile: byHand('Start again: a refusal names whether it is trusted.'),
  });
}

/**
 * Starts to trust an account: payments to it then need no authorization of the customer. Only for
 * customers who have to authenticate strongly.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/trust`
 */
export const startTrust = trustStart('/customers/external-accounts/{externalAccountId}/trust');

/**
 * Trusts an account, with a code or a passkey of the customer.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/trust/confirm`
 */
export const confirmTrust = trustConfirm(
  '/customers/external-accounts/{externalAccountId}/trust/confirm',
  'raises-authority',
);

/**
 * Starts to end the trust in an account.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/untrust`
 */
export const startUntrust = trustStart('/customers/external-accounts/{externalAccountId}/untrust');

/**
 * Ends the trust in an account: payments to it need an authorization again.
 *
 * @see Public reference, `POST /customers/external-accounts/{externalAccountId}/untrust/confirm`
 */
export const confirmUntrust = trustConfirm(
  '/customers/external-accounts/{externalAccountId}/untrust/confirm',
  'changes',
);
