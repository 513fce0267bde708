import { operation } from '../../format/operation.ts';
import { idempotencyHeader } from '../../format/request-values.ts';
import { AgentAction } from '../agents/schemas.ts';
import { transferIn, transferOut, transferOutEchoes } from '../transfers/schemas.ts';

const agentTransfer = {
  auth: 'agent',
  agentPermission: 'CREATE_TRANSFERS',
  permission: 'TRANSACT',
  headers: idempotencyHeader,
  responses: { 201: AgentAction },
} as const;
const refusals = ['FORBIDDEN', 'VELOCITY_LIMIT_EXCEEDED', 'NOT_FOUND', 'INVALID_CURRENCY'] as const;

const transferEchoes = {
  amount: 'transferDetails.amount',
  'source.accountId': 'transferDetails.sourceAccountId',
  'destination.accountId': 'transferDetails.destinationAccountId',
};

/**
 * Pulls money from an external account of the agent's customer, within the agent's policy. Needs
 * the permission `CREATE_TRANSFERS`. If the policy requires approval, the action waits for it.
 *
 * @see Public reference, `POST /agents/me/transfer-in`
 */
export const createIn = operation('POST /agents/me/transfer-in', {
  ...agentTransfer,
  body: transferIn,
  echoes: transferEchoes,
  errors: refusals,
});

/**
 * Sends money to an external account of the agent's customer, within the agent's policy. Needs the
 * permission `CREATE_TRANSFERS`. If the policy requires approval, the action waits for it.
 *
 * @see Public reference, `POST /agents/me/transfer-out`
 */
export const createOut = operation('POST /agents/me/transfer-out', {
  ...agentTransfer,
  body: transferOut,
  echoes: { ...transferEchoes, ...transferOutEchoes },
  errors: [...refusals, 'AMOUNT_OUT_OF_RANGE'],
});
