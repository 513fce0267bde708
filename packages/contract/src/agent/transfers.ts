import { operation } from '../operation.ts';
import { AgentAction } from '../schemas/agent-action.ts';
import { transferHeaders, transferIn, transferOut } from '../schemas/transfer.ts';

const internal = { accountId: 'InternalAccount:40de' };
const external = { accountId: 'ExternalAccount:9d2f' };
const common = {
  id: 'AgentAction:3e5b',
  agentId: 'Agent:e811',
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  status: 'PENDING_APPROVAL',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
} as const;

/**
 * Pulls money from an external account of the agent's customer, within the agent's policy.
 *
 * @see Public reference, `POST /agents/me/transfer-in`
 */
export const createIn = operation({
  method: 'POST',
  path: '/agents/me/transfer-in',
  auth: 'agent',
  signing: 'never',
  retry: 'keyed',
  origin: 'reference',
  headers: transferHeaders,
  body: transferIn,
  responses: { 201: AgentAction },
  errors: ['FORBIDDEN', 'VELOCITY_LIMIT_EXCEEDED', 'NOT_FOUND', 'INVALID_CURRENCY'],
  example: {
    input: { source: external, destination: internal, amount: 10_00 },
    result: {
      ...common,
      type: 'TRANSFER_IN',
      transferDetails: {
        amount: 10_00,
        currency: 'USD',
        sourceAccountId: external.accountId,
        destinationAccountId: internal.accountId,
      },
    },
  },
});

/**
 * Sends money to an external account of the agent's customer, within the agent's policy. Above the
 * approval threshold it waits for approval.
 *
 * @see Public reference, `POST /agents/me/transfer-out`
 */
export const createOut = operation({
  method: 'POST',
  path: '/agents/me/transfer-out',
  auth: 'agent',
  signing: 'never',
  retry: 'keyed',
  origin: 'reference',
  headers: transferHeaders,
  body: transferOut,
  responses: { 201: AgentAction },
  errors: [
    'FORBIDDEN',
    'VELOCITY_LIMIT_EXCEEDED',
    'NOT_FOUND',
    'INVALID_CURRENCY',
    'AMOUNT_OUT_OF_RANGE',
  ],
  example: {
    input: { source: internal, destination: external, amount: 10_00 },
    result: {
      ...common,
      type: 'TRANSFER_OUT',
      transferDetails: {
        amount: 10_00,
        currency: 'USD',
        sourceAccountId: internal.accountId,
        destinationAccountId: external.accountId,
      },
    },
  },
});
