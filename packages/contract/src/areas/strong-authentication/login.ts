import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand, byRepeat } from '../../format/reconcile.ts';
import { requestId } from '../../format/request-values.ts';
import {
  factorChoice,
  loginCompletion,
  ScaLogin,
  ScaSession,
  SecurityState,
  securityEvent,
} from './schemas.ts';

const query = strictObject({
  /** The customer who logs in. */
  customerId: requestId('Customer'),
});

/**
 * Starts a login with one of the customer's factors: sends a code, or issues a challenge for a
 * passkey.
 *
 * @see Public reference, `POST /sca/login/start`
 */
export const start = operation('POST /sca/login/start', {
  query,
  body: factorChoice,
  responses: { 200: ScaLogin },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  reconcile: byRepeat('Another challenge is issued.'),
});

/**
 * Completes a login. The customer counts as authenticated until `sessionExpiresAt`; wrong codes in a
 * row lock the customer.
 *
 * @see Public reference, `POST /sca/login/complete`
 */
export const complete = operation('POST /sca/login/complete', {
  risk: 'raises-authority',
  query,
  body: loginCompletion,
  responses: { 200: ScaSession },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'ACCOUNT_LOCKED'],
  reconcile: byHand('Start the login again: a challenge is used once.'),
});

/**
 * Records what happened at the platform's own login. Failed attempts in a row lock the customer; a
 * new password unlocks them.
 *
 * @see Public reference, `POST /sca/record-event`
 */
export const recordEvent = operation('POST /sca/record-event', {
  risk: 'raises-authority',
  isRisk: ({ eventType }) => eventType === 'RESET_PASSWORD_COMPLETED',
  query,
  body: securityEvent,
  responses: { 200: SecurityState },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'ACCOUNT_LOCKED'],
  reconcile: byHand(
    'A failed attempt that is recorded twice counts twice; a new password does not.',
  ),
});
