import { operation } from '../../format/operation.ts';
import { idempotencyHeader } from '../../format/request-values.ts';
import { Transaction } from '../transactions/schemas.ts';
import { transferIn, transferOut, transferOutEchoes } from './schemas.ts';

/**
 * Pulls money of the same currency from an external account.
 *
 * @see Specification, part 4, named: `POST /transfer-in`
 */
export const createIn = operation('POST /transfer-in', {
  permission: 'TRANSACT',
  headers: idempotencyHeader,
  body: transferIn,
  responses: { 201: Transaction },
  echoes: { amount: 'receivedAmount.amount' },
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'INVALID_CURRENCY'],
});

/**
 * Sends money of the same currency to an external account.
 *
 * @see Specification, part 4, named: `POST /transfer-out`
 */
export const createOut = operation('POST /transfer-out', {
  permission: 'TRANSACT',
  headers: idempotencyHeader,
  body: transferOut,
  responses: { 201: Transaction },
  echoes: { amount: 'sentAmount.amount', ...transferOutEchoes },
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],
  statuses: [429],
  rate: 'payments',
});
