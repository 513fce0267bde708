import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { idempotencyHeader, requestId } from '../../format/request-values.ts';
import { AgentAction } from '../agents/schemas.ts';
import { quoteExpiry, quoteRefusals, walletPayload } from '../quotes/row-parts.ts';
import { Quote, quoteCreate, quoteEchoes } from '../quotes/schemas.ts';

const params = strictObject({
  /** The quote's id. */
  quoteId: requestId('Quote'),
});

/**
 * Requests a quote for a payment of the agent's customer. Needs the permission `CREATE_QUOTES`;
 * with `immediatelyExecute` also `EXECUTE_QUOTES`, and the quote stays `PENDING` if the policy
 * requires approval.
 *
 * @see Public reference, `POST /agents/me/quotes`
 */
export const create = operation('POST /agents/me/quotes', {
  risk: 'moves-money',
  isRisk: ({ immediatelyExecute }) => immediatelyExecute === true,
  auth: 'agent',
  agentPermission: 'CREATE_QUOTES',
  permission: 'TRANSACT',
  headers: idempotencyHeader,
  body: quoteCreate,
  responses: { 201: Quote },
  echoes: quoteEchoes,
  errors: ['FORBIDDEN', 'VELOCITY_LIMIT_EXCEEDED', ...quoteRefusals],
});

/**
 * Reads a quote of the agent's customer.
 *
 * @see Public reference, `GET /agents/me/quotes/{quoteId}`
 */
export const get = operation('GET /agents/me/quotes/{quoteId}', {
  auth: 'agent',
  params,
  responses: { 200: Quote },
  errors: ['QUOTE_NOT_FOUND'],
});

/**
 * Executes a quote within the agent's policy. Needs the permission `EXECUTE_QUOTES`. If the policy
 * requires approval, the action waits for it, at most until the quote expires.
 *
 * Signed inline if the source is an embedded wallet.
 *
 * @see Public reference, `POST /agents/me/quotes/{quoteId}/execute`
 */
export const execute = operation('POST /agents/me/quotes/{quoteId}/execute', {
  auth: 'agent',
  signing: 'inline',
  agentPermission: 'EXECUTE_QUOTES',
  permission: 'TRANSACT',
  params,
  headers: idempotencyHeader,
  payload: {
    read: 'agent.quotes.get',
    input: ({ quoteId }) => ({ quoteId }),
    pick: walletPayload,
    until: quoteExpiry,
  },
  responses: { 200: AgentAction },
  echoes: { quoteId: 'quote.id' },
  errors: [
    'QUOTE_NOT_FOUND',
    'FORBIDDEN',
    'VELOCITY_LIMIT_EXCEEDED',
    'CONFLICT',
    'AMOUNT_OUT_OF_RANGE',
  ],
  statuses: [400],
});
