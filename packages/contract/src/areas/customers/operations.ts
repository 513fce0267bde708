import * as z from 'zod/mini';
import type { Fields } from '../../format/fields.ts';
import { withDefault } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byAbsence, byCreated, byFields } from '../../format/reconcile.ts';
import { dateTime } from '../../format/request-forms.ts';
import { idempotencyHeader, nonEmpty, requestId } from '../../format/request-values.ts';
import { customerCreate } from './create-schemas.ts';
import { Customer, EndUserTerms, KycLink, kycLinkCreate } from './schemas.ts';
import { CustomerUpdate } from './update-schemas.ts';
import { customerTypes } from './values.ts';

const params = strictObject({
  /** The customer's id. */
  customerId: requestId('Customer'),
});

/** Whether an input states that the customer is checked: a customer who is can pay. */
const statesApproval = ({ kycStatus, kybStatus }: Fields) =>
  [kycStatus, kybStatus].includes('APPROVED');

/**
 * Changes fields of a customer.
 *
 * Signed only when `email` changes for a customer whose wallets hold e-mail code credentials (or
 * `phoneNumber` with text message credentials); then every tied credential changes with it, or
 * nothing changes. Any of the customer's wallets may sign.
 *
 * @see Specification, part 4, `PATCH /customers/{customerId}`
 */
export const update = operation('PATCH /customers/{customerId}', {
  risk: 'raises-authority',
  // Codes and money of the customer go there, or somebody is taken for checked.
  isRisk: (input) =>
    !!(input.phoneNumber || input.email || input.umaAddress) || statesApproval(input),
  signing: 'conditional',
  params,
  body: CustomerUpdate,
  responses: { 200: Customer },
  errors: [
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    'USER_NOT_FOUND',
    'UMA_ADDRESS_EXISTS',
    'INVALID_UMA_ADDRESS',
  ],
  reconcile: byFields('customers.get', 'customerId'),
});

/**
 * Creates a single-use link to hosted identity verification. Every call creates a new link, unless
 * it repeats an idempotency key.
 *
 * @see Specification, part 4, `POST /customers/{customerId}/kyc-link`
 */
export const createKycLink = operation('POST /customers/{customerId}/kyc-link', {
  params,
  headers: idempotencyHeader,
  body: kycLinkCreate,
  responses: { 200: KycLink },
  result: { fields: ['kycUrl'] },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
});

/**
 * Reads a customer. A deleted one is returned with `isDeleted` set.
 *
 * @see Public reference, `GET /customers/{customerId}`
 */
export const get = operation('GET /customers/{customerId}', {
  params,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND'],
});

/**
 * Creates a customer. A `platformCustomerId` is that of one customer who is not deleted.
 *
 * @see Specification, part 4, named: `POST /customers`
 */
export const create = operation('POST /customers', {
  risk: 'raises-authority',
  isRisk: statesApproval,
  body: customerCreate,
  responses: { 201: Customer },
  errors: ['CONFLICT', 'UMA_ADDRESS_EXISTS', 'INVALID_UMA_ADDRESS'],
  statuses: [405, 501],
  // A customer that was deleted since shows that it was created.
  reconcile: {
    ...byCreated('customers.list', [], 'platformCustomerId'),
    input: ({ platformCustomerId: id }) => ({
      isIncludingDeleted: true,
      ...(id === undefined ? undefined : { platformCustomerId: id }),
    }),
  },
});

/**
 * Lists customers in the order of their creation. Deleted ones are left out unless asked for.
 *
 * @see Public reference, `GET /customers`
 */
export const list = operation('GET /customers', {
  query: strictObject({
    /** Only the customer with this platform-assigned id. */
    platformCustomerId: z.optional(nonEmpty),
    /** Only individuals, or only businesses. */
    customerType: z.optional(z.enum(customerTypes)),
    /** Only customers created after this time, ISO 8601. */
    createdAfter: z.optional(dateTime),
    /** Only customers created before this time, ISO 8601. */
    createdBefore: z.optional(dateTime),
    /** Only customers changed after this time, ISO 8601. */
    updatedAfter: z.optional(dateTime),
    /** Only customers last changed before this time, ISO 8601. */
    updatedBefore: z.optional(dateTime),
    /** Only customers of this region. */
    region: z.optional(nonEmpty),
    /** Only customers who use this currency. */
    currency: z.optional(nonEmpty),
    /** Only the customer with this UMA address. */
    umaAddress: z.optional(nonEmpty),
    /** Whether deleted customers are listed too. Default false. */
    isIncludingDeleted: withDefault(z.boolean(), false),
    ...pageQuery,
  }),
  responses: { 200: page(Customer) },
  statuses: [405],
});

/**
 * Deletes a customer, who can no longer be changed or verified but can still be read. The response
 * is the customer with `isDeleted` set. Deleting again is refused with `CUSTOMER_DELETED`.
 *
 * @see Public reference, `DELETE /customers/{customerId}`
 */
const deleteCustomer = operation('DELETE /customers/{customerId}', {
  params,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND', 'CUSTOMER_DELETED'],
  reconcile: byAbsence('customers.get', 'customerId'),
});

export { deleteCustomer as delete };

/**
 * Reads the terms of the service that end users accept, in their present version.
 *
 * @see Public reference, `GET /customers/end-user-terms`
 */
export const getEndUserTerms = operation('GET /customers/end-user-terms', {
  since: '2026-08-05',
  responses: { 200: EndUserTerms },
});
