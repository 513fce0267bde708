import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { byFields } from '../reconcile.ts';
import { Agent, agentPolicyInput } from '../schemas/agent.ts';
import {
  AgentAction,
  AgentDeviceCode,
  NewAgent,
  RedeemedDeviceCode,
} from '../schemas/agent-action.ts';

const params = z.strictObject({ agentId: requestId('Agent') });

const exampleAgent: Agent = {
  id: 'Agent:e811',
  name: 'Bookkeeper',
  customerId: 'Customer:91ab',
  isPaused: true,
  isConnected: true,
  policy: { permissions: ['VIEW_TRANSACTIONS'] },
  usage: { dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 },
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/**
 * Renames, pauses or resumes an agent. A paused agent starts no action.
 *
 * @see Specification, part 4, `PATCH /agents/{agentId}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/agents/{agentId}',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  params,
  body: z
    .strictObject({ name: text.optional(), isPaused: z.boolean().optional() })
    .refine((update) => update.name !== undefined || update.isPaused !== undefined, {
      error: 'give name, isPaused or both',
    }),
  responses: { 200: Agent },
  errors: ['NOT_FOUND'],
  reconcile: byFields('agents.get', 'agentId'),
  example: {
    input: { agentId: 'Agent:e811', isPaused: true },
    result: exampleAgent,
  },
});

/**
 * Reads an agent.
 *
 * @see Public reference, `GET /agents/{agentId}`
 */
export const get = operation({
  method: 'GET',
  path: '/agents/{agentId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params,
  responses: { 200: Agent },
  errors: ['NOT_FOUND'],
  example: { input: { agentId: 'Agent:e811' }, result: exampleAgent },
});

const exampleDeviceCode: AgentDeviceCode = {
  code: 'WXYZ-1234',
  agentId: 'Agent:e811',
  expiresAt: '2026-01-05T09:15:00Z',
  redeemed: false,
};

/**
 * Creates an agent for a customer, and the device code that connects it.
 *
 * @see Public reference, `POST /agents`
 */
export const create = operation({
  method: 'POST',
  path: '/agents',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  body: z.strictObject({ name: text, customerId: requestId('Customer'), policy: agentPolicyInput }),
  responses: { 201: NewAgent },
  errors: ['USER_NOT_FOUND'],
  example: {
    input: {
      name: 'Bookkeeper',
      customerId: 'Customer:91ab',
      policy: { permissions: ['VIEW_TRANSACTIONS'] },
    },
    result: {
      agent: { ...exampleAgent, isPaused: false, isConnected: false },
      deviceCode: exampleDeviceCode,
    },
  },
});

/**
 * Makes another device code for an agent that is not connected.
 *
 * @see Public reference, `POST /agents/{agentId}/device-codes`
 */
export const createDeviceCode = operation({
  method: 'POST',
  path: '/agents/{agentId}/device-codes',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params,
  responses: { 201: AgentDeviceCode },
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { input: { agentId: 'Agent:e811' }, result: exampleDeviceCode },
});

/**
 * Exchanges a device code for the agent's access token. Needs no credentials: the code is one, good
 * once.
 *
 * @see Specification, part 4, named: `POST /agents/device-codes/{code}/redeem`
 */
export const redeemDeviceCode = operation({
  method: 'POST',
  path: '/agents/device-codes/{code}/redeem',
  auth: 'none',
  signing: 'never',
  retry: 'never',
  origin: 'named',
  params: z.strictObject({ code: text }),
  responses: { 200: RedeemedDeviceCode },
  errors: ['NOT_FOUND'],
  example: {
    input: { code: 'WXYZ-1234' },
    result: {
      agentId: 'Agent:e811',
      agentName: 'Bookkeeper',
      accessToken: 'agent-token-7f3a',
      policy: { permissions: ['VIEW_TRANSACTIONS'] },
    },
  },
});

const actionParams = z.strictObject({
  agentId: requestId('Agent'),
  actionId: requestId('AgentAction'),
});

const exampleAction: AgentAction = {
  id: 'AgentAction:3e5b',
  agentId: 'Agent:e811',
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  status: 'APPROVED',
  type: 'TRANSFER_OUT',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:05:00Z',
};

/**
 * Approves an action of an agent that waits for it; the payment starts.
 *
 * @see Public reference, `POST /agents/{agentId}/actions/{actionId}/approve`
 */
export const approveAction = operation({
  method: 'POST',
  path: '/agents/{agentId}/actions/{actionId}/approve',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params: actionParams,
  responses: { 200: AgentAction },
  errors: ['NOT_FOUND', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  example: {
    input: { agentId: 'Agent:e811', actionId: 'AgentAction:3e5b' },
    result: exampleAction,
  },
});

/**
 * Rejects an action of an agent that waits for approval.
 *
 * @see Public reference, `POST /agents/{agentId}/actions/{actionId}/reject`
 */
export const rejectAction = operation({
  method: 'POST',
  path: '/agents/{agentId}/actions/{actionId}/reject',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  params: actionParams,
  body: z.strictObject({ reason: z.string().optional() }).optional(),
  responses: { 200: AgentAction },
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: {
    input: { agentId: 'Agent:e811', actionId: 'AgentAction:3e5b', reason: 'too much' },
    result: { ...exampleAction, status: 'REJECTED', rejectionReason: 'too much' },
  },
});
