import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { byFields } from '../reconcile.ts';
import { Customer } from '../schemas/customer.ts';
import { CustomerCreate } from '../schemas/customer-create.ts';
import { CustomerUpdate } from '../schemas/customer-update.ts';
import { KycLink } from '../schemas/kyc-link.ts';

const params = z.strictObject({ customerId: requestId('Customer') });

/**
 * Changes fields of a customer.
 *
 * Signed only when `email` changes for a customer whose wallets hold e-mail code credentials (or
 * `phoneNumber` with text message credentials); then every tied credential changes with it, or
 * nothing does. Any of the customer's wallets may sign.
 *
 * @see Specification, part 4, `PATCH /customers/{customerId}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/customers/{customerId}',
  auth: 'platform',
  signing: 'conditional',
  retry: 'never',
  origin: 'specified',
  params,
  body: CustomerUpdate,
  responses: { 200: Customer },
  errors: [
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    'UMA_ADDRESS_EXISTS',
    'USER_NOT_FOUND',
  ],
  reconcile: byFields('customers.get', 'customerId'),
  example: {
    input: { customerId: 'Customer:91ab', email: 'ada@example.org' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      email: 'ada@example.org',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-06T09:00:00Z',
    },
  },
});

const localHosts = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isRedirectUri(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.test(url.hostname));
}

/**
 * Makes a single-use link to hosted identity verification. Every call makes a new link, unless it
 * repeats an idempotency key.
 *
 * @see Specification, part 4, `POST /customers/{customerId}/kyc-link`
 */
export const createKycLink = operation({
  method: 'POST',
  path: '/customers/{customerId}/kyc-link',
  auth: 'platform',
  signing: 'never',
  retry: 'keyed',
  origin: 'specified',
  params,
  headers: z.strictObject({
    /** Repeating a key gives the first answer again. Generated when left out. */
    idempotencyKey: text.optional(),
  }),
  body: z
    .strictObject({
      /** Where the customer returns to: `https://`, or `http://` on a local host. */
      redirectUri: z
        .string()
        .refine(isRedirectUri, { error: 'expected an https URL, or http on a local host' })
        .optional(),
    })
    .optional(),
  responses: { 200: KycLink },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  example: {
    input: { customerId: 'Customer:91ab', redirectUri: 'https://example.com/done' },
    result: {
      kycUrl: 'https://verify.example.com/s/3f9c?redirect=https%3A%2F%2Fexample.com%2Fdone',
      expiresAt: '2026-01-05T10:00:00Z',
      provider: 'EXAMPLE',
    },
  },
});

/**
 * Reads a customer.
 *
 * @see Public reference, `GET /customers/{customerId}`
 */
export const get = operation({
  method: 'GET',
  path: '/customers/{customerId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND'],
  example: {
    input: { customerId: 'Customer:91ab' },
    result: { id: 'Customer:91ab', platformCustomerId: 'ada', customerType: 'INDIVIDUAL' },
  },
});

/**
 * Creates a customer.
 *
 * @see Specification, part 4, named: `POST /customers`
 */
export const create = operation({
  method: 'POST',
  path: '/customers',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'named',
  body: CustomerCreate,
  responses: { 201: Customer },
  errors: ['UMA_ADDRESS_EXISTS'],
  example: {
    input: { customerType: 'INDIVIDUAL', platformCustomerId: 'ada', email: 'ada@example.com' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      email: 'ada@example.com',
      kycStatus: 'UNVERIFIED',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
    },
  },
});
