import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { operation } from '../../format/operation.ts';
import { byRepeat, byValue } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { Customer } from '../customers/schemas.ts';

const params = z.strictObject({
  /** The customer's id. */
  customerId: requestId('Customer'),
});
const anotherCode = byRepeat('Another code is sent.');
const body = z.strictObject({
  /** The code the customer received. */
  code: secret(text),
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
  origin: 'reference',
  params,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  reconcile: anotherCode,
});

/**
 * Confirms the customer's e-mail address with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-email/confirm`
 */
export const confirmEmail = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-email/confirm',
  origin: 'reference',
  params,
  body,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  // A later change of the address starts its verification again.
  reconcile: {
    ...byValue('customers.get', 'customerId', 'contactVerification.email', 'VERIFIED'),
    canBeHidden: true,
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
  origin: 'reference',
  params,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  reconcile: anotherCode,
});

/**
 * Confirms the customer's phone number with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-phone/confirm`
 */
export const confirmPhone = operation({
  method: 'POST',
  path: '/customers/{customerId}/verify-phone/confirm',
  origin: 'reference',
  params,
  body,
  responses: { 200: Customer },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  // A later change of the address starts its verification again.
  reconcile: {
    ...byValue('customers.get', 'customerId', 'contactVerification.phone', 'VERIFIED'),
    canBeHidden: true,
  },
});
