import type { Fields } from '../../format/fields.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand, byRepeat, byValue } from '../../format/reconcile.ts';
import { pathId, requestId } from '../../format/request-values.ts';
import {
  enrollmentConfirmation,
  enrollmentStart,
  factorChoice,
  resetCompletion,
  ScaEnrolled,
  ScaEnrollment,
  ScaFactorList,
  ScaReset,
  ScaResetStart,
} from './schemas.ts';

const query = strictObject({
  /** The customer who authenticates. */
  customerId: requestId('Customer'),
});
const params = strictObject({
  /** The reset's id. */
  resetId: pathId,
});

/**
 * Lists the factors with which a customer authenticates. Only for customers whose provider or
 * region requires strong authentication.
 *
 * @see Public reference, `GET /sca/factors`
 */
export const list = operation('GET /sca/factors', {
  query,
  responses: { 200: ScaFactorList },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
});

/**
 * Starts to add an authenticator app, or a passkey to a customer who has none.
 *
 * @see Public reference, `POST /sca/factors`
 */
export const startEnrollment = operation('POST /sca/factors', {
  query,
  body: enrollmentStart,
  responses: { 200: ScaEnrollment },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'PASSKEY_ALREADY_ENROLLED'],
  reconcile: byRepeat('Another enrollment starts, and the earlier one is void.'),
});

/**
 * Adds the authenticator app or the passkey, which works from then on.
 *
 * @see Public reference, `POST /sca/factors/confirm`
 */
export const confirmEnrollment = operation('POST /sca/factors/confirm', {
  risk: 'raises-authority',
  query,
  body: enrollmentConfirmation,
  responses: { 200: ScaEnrolled },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'PASSKEY_ALREADY_ENROLLED'],
  reconcile: byHand(
    'List the factors: if the new one is there, it was added. Lost recovery codes come with a new enrollment.',
  ),
});

/**
 * Removes a passkey. An authenticator app is replaced by enrolling another one, or reset.
 *
 * @see Public reference, `DELETE /sca/factors/{credentialId}`
 */
const deleteFactor = operation('DELETE /sca/factors/{credentialId}', {
  params: strictObject({
    /** Identifies the passkey. */
    credentialId: pathId,
  }),
  query,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
  reconcile: {
    by: 'read',
    read: 'scaFactors.list',
    input: ({ customerId }) => ({ customerId }),
    isApplied(write, found) {
      if (!Array.isArray(found?.factors)) return undefined;
      const factors: readonly Fields[] = found.factors;
      return !factors.some(({ credentialId }) => credentialId === write.credentialId);
    },
  },
});

export { deleteFactor as delete };

/**
 * Starts the reset of a factor that the customer has lost: the person proves who they are. At most
 * five start within a day.
 *
 * @see Public reference, `POST /sca/factors/reset`
 */
export const startReset = operation('POST /sca/factors/reset', {
  query,
  body: factorChoice,
  responses: { 201: ScaResetStart },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  rate: 'codes',
  reconcile: byRepeat('Another reset starts; the earlier one expires.'),
});

/**
 * Reads how far a reset is.
 *
 * @see Public reference, `GET /sca/factors/reset/{resetId}`
 */
export const getReset = operation('GET /sca/factors/reset/{resetId}', {
  params,
  query,
  responses: { 200: ScaReset },
  errors: ['USER_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
});

/**
 * Completes a reset once the person has been recognized: the factor is removed, or text messages go
 * to a new number.
 *
 * @see Public reference, `POST /sca/factors/reset/{resetId}/complete`
 */
export const completeReset = operation('POST /sca/factors/reset/{resetId}/complete', {
  risk: 'raises-authority',
  params,
  query,
  body: resetCompletion,
  responses: { 204: null },
  errors: ['USER_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
  reconcile: {
    ...byValue('scaFactors.getReset', 'resetId', 'status', ['COMPLETED']),
    input: ({ resetId, customerId }) => ({ resetId, customerId }),
  },
});
