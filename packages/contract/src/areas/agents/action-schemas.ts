import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { integer } from '../../format/request-values.ts';
import { freeObject, id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { Transaction } from '../transactions/schemas.ts';
import { AgentPolicy } from './policy.ts';
import { Agent } from './schemas.ts';
import { agentActionStatuses } from './states.ts';

export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;

const agentActionShape = resource({
  id: id('AgentAction'),
  agentId: id('Agent'),
  customerId: id('Customer'),
  platformCustomerId: z.string(),
  /** `PENDING_APPROVAL` above the approval threshold of the agent's policy. */
  status: openEnum(agentActionStatuses),
  type: openEnum(agentActionTypes),
  /** The quote to execute, for `EXECUTE_QUOTE`. */
  quote: freeObject({ id: z.string() }).optional(),
  /** The transfer to make, for `TRANSFER_IN` and `TRANSFER_OUT`. */
  transferDetails: resource({
    /** In the smallest unit of the currency. */
    amount: integer,
    currency: z.string(),
    sourceAccountId: z.string(),
    destinationAccountId: z.string(),
  }).optional(),
  /** The payment, once the action is approved. */
  transaction: Transaction.optional(),
  rejectionReason: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Something an agent asked for, and what became of it. */
export interface AgentAction extends z.output<typeof agentActionShape> {}
export const AgentAction: z.ZodType<AgentAction> = agentActionShape;

const agentDeviceCodeShape = resource({
  /** Whoever redeems it gets the agent's access token. */
  code: secret(z.string()),
  agentId: id('Agent'),
  expiresAt: timestamp,
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

/** What redeeming a device code returns. */
export interface RedeemedDeviceCode extends z.output<typeof redeemedDeviceCodeShape> {}
export const RedeemedDeviceCode: z.ZodType<RedeemedDeviceCode> = redeemedDeviceCodeShape;

const deviceCodeStatusShape = resource({
  code: secret(z.string()),
  redeemed: z.boolean(),
});

/** Whether a device code has been redeemed. */
export interface DeviceCodeStatus extends z.output<typeof deviceCodeStatusShape> {}
export const DeviceCodeStatus: z.ZodType<DeviceCodeStatus> = deviceCodeStatusShape;
