import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery, sortOrder } from '../../format/page.ts';
import { byAbsence, byCreated, byFields, byHand, byRepeat } from '../../format/reconcile.ts';
import { dateTime } from '../../format/request-forms.ts';
import { nonEmpty, requestId, text } from '../../format/request-values.ts';
import { agentPolicyInput, agentPolicyUpdate, showsPolicy, thresholdIssues } from './policy.ts';
import {
  Agent,
  AgentAction,
  AgentDeviceCode,
  DeviceCodeStatus,
  NewAgent,
  RedeemedDeviceCode,
} from './schemas.ts';
import { agentActionMachine, byWaiting } from './states.ts';

const params = strictObject({
  /** The agent's id. */
  agentId: requestId('Agent'),
});
const deviceCodeParams = strictObject({
  /** The device code. */
  code: secret(nonEmpty),
});

/**
 * Renames, pauses or resumes an agent. A paused agent cannot start an action.
 *
 * @see Specification, part 4, `PATCH /agents/{agentId}`
 */
export const update = operation('PATCH /agents/{agentId}', {
  risk: 'raises-authority',
  isRisk: ({ isPaused }) => isPaused === false,
  params,
  body: strictObject({
    /** New display name. */
    name: z.optional(text),
    /** Whether the agent is paused: true pauses it, false resumes it. */
    isPaused: z.optional(z.boolean()),
  }).check(
    z.refine((update) => update.name !== undefined || update.isPaused !== undefined, {
      error: 'provide name, isPaused or both',
    }),
  ),
  responses: { 200: Agent },
  reconcile: byFields('agents.get', 'agentId'),
});

/**
 * Reads an agent.
 *
 * @see Public reference, `GET /agents/{agentId}`
 */
export const get = operation('GET /agents/{agentId}', {
  params,
  responses: { 200: Agent },
});

/**
 * Creates an agent for a customer, and the device code that connects it. Send the code to whoever
 * runs the agent; redeeming it returns the agent's access token.
 *
 * @see Public reference, `POST /agents`
 */
export const create = operation('POST /agents', {
  risk: 'raises-authority',
  body: strictObject({
    /** Display name. */
    name: text,
    /** The customer the agent will act for. */
    customerId: requestId('Customer'),
    /** What the agent may do, and how much it may spend. */
    policy: agentPolicyInput,
  }),
  rules: thresholdIssues,
  responses: { 201: NewAgent },
  result: { in: 'agent' },
  errors: ['USER_NOT_FOUND'],
  reconcile: byCreated('agents.list', ['customerId'], 'id'),
});

/**
 * Creates another device code for an agent that is not connected.
 *
 * @see Public reference, `POST /agents/{agentId}/device-codes`
 */
export const createDeviceCode = operation('POST /agents/{agentId}/device-codes', {
  risk: 'raises-authority',
  params,
  responses: { 201: AgentDeviceCode },
  result: { fields: ['code', 'agentId'] },
  errors: ['CONFLICT'],
  statuses: [400],
  reconcile: byRepeat('Another code is created; the lost one expires.'),
});

/**
 * Exchanges a device code for the agent's access token. It needs no other credentials: the code
 * itself is one, valid once.
 *
 * @see Specification, part 4, named: `POST /agents/device-codes/{code}/redeem`
 */
export const redeemDeviceCode = operation('POST /agents/device-codes/{code}/redeem', {
  risk: 'raises-authority',
  auth: 'none',
  params: deviceCodeParams,
  responses: { 200: RedeemedDeviceCode },
  result: { fields: ['agentId'] },
  errors: ['INVALID_INPUT'],
  reconcile: byHand(
    "The access token is returned once. Read the code's status: if it was redeemed, delete the agent and create it again; if not, redeem it again.",
  ),
});

const actionParams = strictObject({
  /** The agent's id. */
  agentId: requestId('Agent'),
  /** The id of the action that waits for approval. */
  actionId: requestId('AgentAction'),
});
const decided = {
  field: 'status',
  machine: agentActionMachine,
  from: ['PENDING_APPROVAL'],
} as const;

/**
 * Approves an action of an agent that waits for approval. The payment starts if the policy of that
 * moment allows it; otherwise, or if money is missing or the quote has expired, the action becomes
 * `FAILED`. It counted against the limits of the policy while it waited. An action is decided once: a
 * repeat is refused with 409 `CONFLICT` if a decision has arrived.
 *
 * @see Public reference, `POST /agents/{agentId}/actions/{actionId}/approve`
 */
export const approveAction = operation('POST /agents/{agentId}/actions/{actionId}/approve', {
  permission: 'TRANSACT',
  params: actionParams,
  responses: { 200: AgentAction },
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  statuses: [400],
  moves: { ...decided, to: ['APPROVED', 'FAILED'] },
  reconcile: byWaiting,
});

/**
 * Rejects an action of an agent that waits for approval. An action is decided once: a repeat is refused
 * with 409 `CONFLICT` if a decision has arrived.
 *
 * @see Public reference, `POST /agents/{agentId}/actions/{actionId}/reject`
 */
export const rejectAction = operation('POST /agents/{agentId}/actions/{actionId}/reject', {
  permission: 'TRANSACT',
  params: actionParams,
  body: z.optional(
    strictObject({
      /** Free text, kept as the action's `rejectionReason`. */
      reason: z.optional(z.string()),
    }),
  ),
  responses: { 200: AgentAction },
  errors: ['CONFLICT'],
  moves: { ...decided, to: ['REJECTED'] },
  reconcile: byWaiting,
});

/**
 * Lists the platform's agents.
 *
 * @see Public reference, `GET /agents`
 */
export const list = operation('GET /agents', {
  query: strictObject({
    /** Only agents of this customer. */
    customerId: z.optional(requestId('Customer')),
    /** Only agents that are paused (true) or not paused (false). */
    isPaused: z.optional(z.boolean()),
    /** Only agents whose device code has been redeemed (true) or not (false). */
    isConnected: z.optional(z.boolean()),
    /** Created at this time or later. */
    createdAfter: z.optional(dateTime),
    /** Created at this time or earlier. */
    createdBefore: z.optional(dateTime),
    /** Last changed at this time or later. */
    updatedAfter: z.optional(dateTime),
    /** Last changed at this time or earlier. */
    updatedBefore: z.optional(dateTime),
    ...pageQuery,
  }),
  responses: { 200: page(Agent) },
});

/**
 * Deletes an agent. Its token stops working at once; its waiting actions are not carried out.
 *
 * @see Public reference, `DELETE /agents/{agentId}`
 */
const deleteAgent = operation('DELETE /agents/{agentId}', {
  params,
  responses: { 204: null },
  reconcile: byAbsence('agents.get', 'agentId'),
});

export { deleteAgent as delete };

/**
 * Changes an agent's policy. Fields that are left out stay unchanged, also inside groups of fields;
 * a list replaces the previous one.
 *
 * @see Public reference, `PATCH /agents/{agentId}/policy`
 */
export const updatePolicy = operation('PATCH /agents/{agentId}/policy', {
  risk: 'raises-authority',
  params,
  body: agentPolicyUpdate,
  responses: { 200: Agent },
  reconcile: byFields('agents.get', 'agentId', (change, { policy }) => showsPolicy(change, policy)),
});

/**
 * Lists the actions of agents that wait for approval, newest first.
 *
 * @see Public reference, `GET /agents/approvals`
 */
export const listApprovals = operation('GET /agents/approvals', {
  query: strictObject({
    /** Only actions of this agent. */
    agentId: z.optional(requestId('Agent')),
    /** Only actions of agents of this customer. */
    customerId: z.optional(requestId('Customer')),
    /** Requested at this time or later. */
    startDate: z.optional(dateTime),
    /** Requested at this time or earlier. */
    endDate: z.optional(dateTime),
    /** Order by creation. Default `desc`. */
    sortOrder,
    ...pageQuery,
  }),
  responses: { 200: page(AgentAction) },
});

/**
 * Reads whether a device code has been redeemed.
 *
 * @see Public reference, `GET /agents/device-codes/{code}/status`
 */
export const getDeviceCodeStatus = operation('GET /agents/device-codes/{code}/status', {
  params: deviceCodeParams,
  responses: { 200: DeviceCodeStatus },
});
