import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { byRepeat } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import { Verification } from './schemas.ts';
import { verificationStatuses } from './states.ts';

/**
 * Submits a customer for KYC or KYB. `errors` in the response lists what is missing; call again
 * once it is supplied. One who is approved or rejected is refused with 400.
 *
 * @see Specification, part 4, `POST /verifications`
 */
export const create = operation('POST /verifications', {
  body: strictObject({
    /** The customer to verify. */
    customerId: requestId('Customer'),
  }),
  responses: { 200: Verification },
  errors: ['USER_NOT_FOUND'],
  reconcile: byRepeat('A repeat submits the customer again; one who is decided is 400.'),
});

/**
 * Reads a verification.
 *
 * @see Public reference, `GET /verifications/{verificationId}`
 */
export const get = operation('GET /verifications/{verificationId}', {
  params: strictObject({
    /** The verification's id. */
    verificationId: requestId('Verification'),
  }),
  responses: { 200: Verification },
});

/**
 * Lists verifications in the order of their creation.
 *
 * @see Public reference, `GET /verifications`
 */
export const list = operation('GET /verifications', {
  query: strictObject({
    /** Only verifications of this customer. */
    customerId: z.optional(requestId('Customer')),
    /** Only verifications in this status. */
    verificationStatus: z.optional(z.enum(verificationStatuses)),
    ...pageQuery,
  }),
  responses: { 200: page(Verification) },
});
