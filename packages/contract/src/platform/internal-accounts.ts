import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { InternalAccount, internalAccountTypes } from '../schemas/internal-account.ts';
import { page, pageQuery } from '../schemas/page.ts';

const exampleAccount: InternalAccount = {
  id: 'InternalAccount:40de',
  customerId: 'Customer:91ab',
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance: {
    amount: 12_50,
    currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  },
  totalBalance: {
    amount: 12_50,
    currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  },
  fundingPaymentInstructions: [],
  privateEnabled: true,
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/**
 * Turns wallet privacy of an embedded wallet on or off.
 *
 * Signed: the session must belong to a credential of the account.
 *
 * @see Specification, part 4, `PATCH /internal-accounts/{id}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/internal-accounts/{id}',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'specified',
  params: z.strictObject({ id: requestId('InternalAccount') }),
  body: z
    .strictObject({ privateEnabled: z.boolean().optional() })
    .refine((update) => update.privateEnabled !== undefined, {
      error: 'give at least one field to update',
      path: ['privateEnabled'],
    }),
  responses: { 200: InternalAccount },
  errors: [],
  example: {
    input: { id: 'InternalAccount:40de', privateEnabled: true },
    result: exampleAccount,
  },
});

/**
 * Lists the internal accounts of the platform's customers.
 *
 * @see Public reference, `GET /customers/internal-accounts`
 */
export const list = operation({
  method: 'GET',
  path: '/customers/internal-accounts',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  list: true,
  query: z.strictObject({
    currency: text.optional(),
    customerId: requestId('Customer').optional(),
    type: z.enum(internalAccountTypes).optional(),
    ...pageQuery,
  }),
  responses: { 200: page(InternalAccount) },
  errors: [],
  example: {
    input: { customerId: 'Customer:91ab' },
    result: { data: [exampleAccount], hasMore: false, totalCount: 1 },
  },
});
