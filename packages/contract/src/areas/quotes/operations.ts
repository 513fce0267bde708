import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byLeaving, byRepeat } from '../../format/reconcile.ts';
import { idempotencyHeader, requestId } from '../../format/request-values.ts';
import { scaAuthorization } from '../strong-authentication/challenge.ts';
import { quoteExpiry, quoteRefusals, walletPayload } from './row-parts.ts';
import { Quote, quoteCreate, quoteEchoes, WithdrawalFee, withdrawalFeeRequest } from './schemas.ts';
import { quoteMachine } from './states.ts';

const params = strictObject({
  /** The quote's id. */
  quoteId: requestId('Quote'),
});

/**
 * Creates a quote: a rate, fees and amounts that hold for some minutes, and how to pay. Of a customer
 * who has to authenticate strongly, a quote that is paid from outside is `PENDING_AUTHORIZATION` and
 * shows how to pay once it is authorized.
 *
 * @see Specification, part 4, named: `POST /quotes`
 */
export const create = operation('POST /quotes', {
  risk: 'moves-money',
  isRisk: ({ immediatelyExecute }) => immediatelyExecute === true,
  permission: 'TRANSACT',
  headers: idempotencyHeader,
  body: quoteCreate,
  responses: { 201: Quote, 202: Quote },
  echoes: quoteEchoes,
  errors: ['USER_NOT_FOUND', ...quoteRefusals, 'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY'],
  statuses: [429],
  rate: 'payments',
});

/**
 * Reads a quote.
 *
 * @see Public reference, `GET /quotes/{quoteId}`
 */
export const get = operation('GET /quotes/{quoteId}', {
  params,
  responses: { 200: Quote },
  errors: ['QUOTE_NOT_FOUND'],
});

/**
 * Executes a quote, once and before it expires; the payment starts.
 *
 * Signed inline if the source is an embedded wallet: the stamp covers the payload in the quote's
 * payment instructions, and is sent with the only request.
 *
 * @see Specification, part 4, named: `POST /quotes/{quoteId}/execute`
 */
export const execute = operation('POST /quotes/{quoteId}/execute', {
  signing: 'inline',
  permission: 'TRANSACT',
  params,
  headers: idempotencyHeader,
  payload: {
    read: 'quotes.get',
    input: ({ quoteId }) => ({ quoteId }),
    pick: walletPayload,
    until: quoteExpiry,
  },
  responses: { 200: Quote },
  echoes: { quoteId: 'id' },
  errors: ['QUOTE_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'AMOUNT_OUT_OF_RANGE'],
  statuses: [400, 429],
  rate: 'payments',
  moves: {
    field: 'status',
    machine: quoteMachine,
    from: ['PENDING'],
    to: ['PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED'],
  },
  reconcile: byLeaving('quotes.get', 'quoteId', 'status', ['PENDING', 'EXPIRED']),
});

/**
 * Authorizes the payment of a quote with a code or a passkey of the customer, who has to authenticate
 * strongly; the payment starts or, if it is paid from outside, the quote shows how to pay.
 *
 * @see Public reference, `POST /quotes/{quoteId}/authorize`
 */
export const authorize = operation('POST /quotes/{quoteId}/authorize', {
  permission: 'TRANSACT',
  params,
  body: scaAuthorization,
  responses: { 200: Quote },
  errors: [
    ...(['QUOTE_NOT_FOUND', 'CONFLICT', 'SCA_SESSION_REQUIRED'] as const),
    ...(['ACCOUNT_LOCKED', 'AMOUNT_OUT_OF_RANGE'] as const),
  ],
  statuses: [429],
  rate: 'payments',
  moves: {
    field: 'status',
    machine: quoteMachine,
    from: ['PENDING_AUTHORIZATION'],
    to: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'],
  },
  reconcile: byLeaving('quotes.get', 'quoteId', 'status', ['PENDING_AUTHORIZATION', 'EXPIRED']),
});

/**
 * Sends the code of a quote that waits for authorization again.
 *
 * @see Public reference, `POST /quotes/{quoteId}/authorize/resend`
 */
export const resendAuthorizationCode = operation('POST /quotes/{quoteId}/authorize/resend', {
  params,
  responses: { 204: null },
  errors: ['QUOTE_NOT_FOUND', 'CONFLICT'],
  rate: 'codes',
  reconcile: byRepeat('Another code is sent.'),
});

/**
 * Estimates what a withdrawal to a blockchain address would cost. No money moves.
 *
 * @see Public reference, `POST /crypto/estimate-withdrawal-fee`
 */
export const estimateWithdrawalFee = operation('POST /crypto/estimate-withdrawal-fee', {
  permission: 'VIEW',
  body: withdrawalFeeRequest,
  responses: { 200: WithdrawalFee },
  errors: ['NOT_FOUND', 'INVALID_CURRENCY'],
  reconcile: byRepeat('Another estimate is returned; no money moves.'),
});
