import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { Customer } from '../schemas/customer.ts';

const params = z.strictObject({ customerId: requestId('Customer') });
const body = z.strictObject({
  /** The code the customer received. */
  code: text,
});

/**
 * Sends a code to the customer's e-mail address. Only for customers whose provider requires the
 * verification of contacts.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-email`
 */
export const sendEmailCode = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-email',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  example: { input: { customerId: 'Customer:91ab' }, result: undefined },
});

/**
 * Confirms the customer's e-mail address with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-email/confirm`
 */
export const confirmEmail = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-email/confirm',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params,
  body,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  example: {
    input: { customerId: 'Customer:91ab', code: '123456' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      contactVerification: { email: 'VERIFIED' },
    },
  },
});

/**
 * Sends a code to the customer's phone. Only for customers whose provider requires the verification
 * of contacts.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-phone`
 */
export const sendPhoneCode = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-phone',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  example: { input: { customerId: 'Customer:91ab' }, result: undefined },
});

/**
 * Confirms the customer's phone number with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-phone/confirm`
 */
export const confirmPhone = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-phone/confirm',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params,
  body,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  example: {
    input: { customerId: 'Customer:91ab', code: '123456' },
    result: {
      id: 'Customer:91ab',
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      contactVerification: { phone: 'VERIFIED' },
    },
  },
});
