import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byRepeat, byValue } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { Customer } from '../customers/schemas.ts';

const params = strictObject({
  /** The customer's id. */
  customerId: requestId('Customer'),
});
const body = strictObject({
  /** The code the customer received. */
  code: secret(text),
});

/** Declares the row that sends a code. */
function codeSending<const Path extends `/${string}`>(path: Path) {
  return operation(`POST ${path}`, {
    params,
    responses: { 204: null },
    errors: ['USER_NOT_FOUND', 'CONFLICT'],
    reconcile: byRepeat('Another code is sent.'),
  });
}

/** Declares the row that confirms a contact by the code that was sent to it. */
function confirmation<const Path extends `/${string}`>(path: Path, channel: 'email' | 'phone') {
  const verified = `contactVerification.${channel}`;
  return operation(`POST ${path}`, {
    params,
    body,
    responses: { 200: Customer },
    errors: ['USER_NOT_FOUND', 'CONFLICT'],
    // A later change of the contact starts its verification again.
    reconcile: {
      ...byValue('customers.get', 'customerId', verified, ['VERIFIED']),
      canBeHidden: true,
    },
  });
}

/**
 * Sends a code to the customer's e-mail address. Only for customers whose provider requires the
 * verification of contacts.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-email`
 */
export const sendEmailCode = codeSending('/customers/{customerId}/verify-email');

/**
 * Confirms the customer's e-mail address with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-email/confirm`
 */
export const confirmEmail = confirmation('/customers/{customerId}/verify-email/confirm', 'email');

/**
 * Sends a code to the customer's phone. Only for customers whose provider requires the verification
 * of contacts.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-phone`
 */
export const sendPhoneCode = codeSending('/customers/{customerId}/verify-phone');

/**
 * Confirms the customer's phone number with the code that was sent to it.
 *
 * @see Public reference, `POST /customers/{customerId}/verify-phone/confirm`
 */
export const confirmPhone = confirmation('/customers/{customerId}/verify-phone/confirm', 'phone');
