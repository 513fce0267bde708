import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { ExternalAccount } from '../schemas/external-account.ts';

const exampleAccount: ExternalAccount = {
  id: 'ExternalAccount:9d2f',
  customerId: 'Customer:91ab',
  status: 'ACTIVE',
  currency: 'EUR',
  beneficiaryVerificationStatus: 'MATCHED',
  accountInfo: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' },
};

/**
 * Adds an account of a customer outside the service. The fields of `accountInfo` follow from its
 * `accountType`; the contract does not check them.
 *
 * @see Public reference, `POST /customers/external-accounts`
 */
export const create = operation({
  method: 'POST',
  path: '/customers/external-accounts',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  body: z.strictObject({
    customerId: requestId('Customer'),
    currency: text,
    platformAccountId: text.optional(),
    accountInfo: z.looseObject({ accountType: text }),
  }),
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', 'INVALID_BANK_ACCOUNT'],
  example: {
    input: {
      customerId: 'Customer:91ab',
      currency: 'EUR',
      accountInfo: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' },
    },
    result: exampleAccount,
  },
});

/**
 * Reads an external account.
 *
 * @see Public reference, `GET /customers/external-accounts/{externalAccountId}`
 */
export const get = operation({
  method: 'GET',
  path: '/customers/external-accounts/{externalAccountId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params: z.strictObject({ externalAccountId: requestId('ExternalAccount') }),
  responses: { 200: ExternalAccount },
  errors: ['NOT_FOUND'],
  example: { input: { externalAccountId: 'ExternalAccount:9d2f' }, result: exampleAccount },
});
