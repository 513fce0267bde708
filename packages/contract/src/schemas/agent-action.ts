import * as z from 'zod';
import { dateTime, id, integer, openEnum, resource, secret } from '../primitives.ts';
import { Agent, AgentPolicy } from './agent.ts';
import { Transaction } from './transaction.ts';

export const agentActionStatuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'] as const;
export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;

const agentActionShape = resource({
  id: id('AgentAction'),
  agentId: id('Agent'),
  customerId: id('Customer'),
  platformCustomerId: z.string(),
  /** `PENDING_APPROVAL` above the approval threshold of the agent's policy. */
  status: openEnum(agentActionStatuses),
  type: openEnum(agentActionTypes),
  transferDetails: resource({
    amount: integer,
    currency: z.string(),
    sourceAccountId: z.string(),
    destinationAccountId: z.string(),
  }).optional(),
  /** The payment, once the action is approved. */
  transaction: Transaction.optional(),
  rejectionReason: z.string().optional(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** Something an agent asked for, and what became of it. */
export interface AgentAction extends z.output<typeof agentActionShape> {}
export const AgentAction: z.ZodType<AgentAction> = agentActionShape;

const agentDeviceCodeShape = resource({
  code: z.string(),
  agentId: id('Agent'),
  expiresAt: dateTime,
  redeemed: z.boolean(),
});

/** A code that connects an agent: whoever redeems it gets the agent's access token. */
export interface AgentDeviceCode extends z.output<typeof agentDeviceCodeShape> {}
export const AgentDeviceCode: z.ZodType<AgentDeviceCode> = agentDeviceCodeShape;

const newAgentShape = resource({ agent: Agent, deviceCode: AgentDeviceCode });

/** An agent just created, and the code that connects it. */
export interface NewAgent extends z.output<typeof newAgentShape> {}
export const NewAgent: z.ZodType<NewAgent> = newAgentShape;

const redeemedDeviceCodeShape = resource({
  agentId: id('Agent'),
  agentName: z.string(),
  /** The agent's bearer token. Given once. */
  accessToken: secret(z.string().min(1)),
  policy: AgentPolicy,
});

/** What redeeming a device code gives. */
export interface RedeemedDeviceCode extends z.output<typeof redeemedDeviceCodeShape> {}
export const RedeemedDeviceCode: z.ZodType<RedeemedDeviceCode> = redeemedDeviceCodeShape;
