import * as z from 'zod';
import { operation } from '../../format/operation.ts';
import { byRepeat } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import { Verification } from './schemas.ts';

/**
 * Submits a customer for KYC or KYB. `errors` in the response says what is missing; call again once
 * it is supplied.
 *
 * @see Specification, part 4, `POST /verifications`
 */
export const create = operation({
  method: 'POST',
  path: '/verifications',
  origin: 'specified',
  body: z.strictObject({
    /** The customer to verify. */
    customerId: requestId('Customer'),
  }),
  responses: { 200: Verification },
  errors: ['USER_NOT_FOUND'],
  reconcile: byRepeat('The customer is submitted again, with what is known by then.'),
});

/**
 * Reads a verification.
 *
 * @see Public reference, `GET /verifications/{verificationId}`
 */
export const get = operation({
  method: 'GET',
  path: '/verifications/{verificationId}',
  origin: 'reference',
  params: z.strictObject({
    /** The verification's id. */
    verificationId: requestId('Verification'),
  }),
  responses: { 200: Verification },
});
