import * as z from 'zod/mini';
import { secret, withMeta } from '../../format/meta.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit, minorUnits } from '../../format/units.ts';
import { Quote } from '../quotes/schemas.ts';
import { Transaction } from '../transactions/schemas.ts';
import { AgentPolicy } from './policy.ts';
import { agentActionStatuses } from './states.ts';

const agentShape = resource({
  /** The agent's id. */
  id: id('Agent'),
  /** Display name. */
  name: z.string(),
  /** The customer the agent acts for. */
  customerId: id('Customer'),
  /** Whether the agent is paused; a paused agent cannot start an action. */
  isPaused: z.boolean(),
  /** Whether the agent's device code has been redeemed. */
  isConnected: z.boolean(),
  /** What the agent may do, and how much it may spend. */
  policy: AgentPolicy,
  /**
   * The amounts the agent has spent, in the smallest unit of the policy's currency. Payments that
   * wait for approval count against the limits but are not in these figures.
   */
  usage: resource({
    /** Number of payments started today. */
    dailyTransactionCount: inUnit(z.int(), 'count'),
    /** Total amount of today's payments. */
    dailySpend: inUnit(z.int(), 'minorUnits of policy.spendingLimits.currency'),
    /** Total amount of the payments of this month. */
    monthlySpend: inUnit(z.int(), 'minorUnits of policy.spendingLimits.currency'),
    /** The day on which the daily figures begin again at zero, `YYYY-MM-DD`. */
    dailyResetDate: z.optional(withMeta(z.string(), { form: 'date' })),
    /** The month in which the monthly figure begins again at zero, `YYYY-MM`. */
    monthlyResetMonth: z.optional(z.string()),
  }),
  /** When the agent was created. */
  createdAt: timestamp,
  /** When the agent was last changed. */
  updatedAt: timestamp,
});

/** A programmatic actor for one customer under a spending policy. */
export interface Agent extends z.output<typeof agentShape> {}
export const Agent: z.ZodMiniType<Agent> = agentShape;

/** The kinds of action an agent can request. */
export const agentActionTypes = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;

const agentActionShape = resource({
  /** The action's id. */
  id: id('AgentAction'),
  /** The agent that asked for it. */
  agentId: id('Agent'),
  /** The customer the agent acts for. */
  customerId: id('Customer'),
  /** The platform's own id of that customer. */
  platformCustomerId: z.string(),
  /**
   * `PENDING_APPROVAL` while the agent's policy holds it, then `APPROVED` or `REJECTED`; `FAILED`
   * if it could not be carried out. An action that needs no approval is `APPROVED` at once.
   */
  status: openEnum(agentActionStatuses),
  /** The kind of the request. */
  type: openEnum(agentActionTypes),
  /** The quote to execute, for `EXECUTE_QUOTE`. */
  quote: z.optional(Quote),
  /** The transfer to execute, for `TRANSFER_IN` and `TRANSFER_OUT`. */
  transferDetails: z.optional(
    resource({
      /** In the smallest unit of the currency. */
      amount: minorUnits('currency'),
      /** Code of the currency. */
      currency: z.string(),
      /** The account the money comes from. */
      sourceAccountId: z.string(),
      /** The account the money goes to. */
      destinationAccountId: z.string(),
    }),
  ),
  /** The payment, once the action is approved. */
  transaction: z.optional(Transaction),
  /** Why it was rejected, if a reason was given. */
  rejectionReason: z.optional(z.string()),
  /** When the agent requested it. */
  createdAt: timestamp,
  /** When it was last changed. */
  updatedAt: timestamp,
});

/** An agent's action: the request and its outcome. */
export interface AgentAction extends z.output<typeof agentActionShape> {}
export const AgentAction: z.ZodMiniType<AgentAction> = agentActionShape;

const agentDeviceCodeShape = resource({
  /** The code to redeem. Anyone who redeems it gets the agent's access token. */
  code: secret(z.string()),
  /** The agent it connects. */
  agentId: id('Agent'),
  /** When the code expires; it can no longer be redeemed then. */
  expiresAt: timestamp,
  /** Whether it has been redeemed. A code can be redeemed once. */
  redeemed: z.boolean(),
});

/** A code that connects an agent: whoever redeems it gets the agent's access token. */
export interface AgentDeviceCode extends z.output<typeof agentDeviceCodeShape> {}
export const AgentDeviceCode: z.ZodMiniType<AgentDeviceCode> = agentDeviceCodeShape;

const newAgentShape = resource({
  /** The agent, not connected yet. */
  agent: Agent,
  /** The code that connects it. */
  deviceCode: AgentDeviceCode,
});

/** An agent just created, and the code that connects it. */
export interface NewAgent extends z.output<typeof newAgentShape> {}
export const NewAgent: z.ZodMiniType<NewAgent> = newAgentShape;

const redeemedDeviceCodeShape = resource({
  /** The agent that is connected now. */
  agentId: id('Agent'),
  /** Its display name. */
  agentName: z.string(),
  /** The agent's bearer token. Returned once. */
  accessToken: secret(z.string().check(z.minLength(1))),
  /** What the agent may do, and how much it may spend. */
  policy: AgentPolicy,
});

/** The result of redeeming a device code. */
export interface RedeemedDeviceCode extends z.output<typeof redeemedDeviceCodeShape> {}
export const RedeemedDeviceCode: z.ZodMiniType<RedeemedDeviceCode> = redeemedDeviceCodeShape;

const deviceCodeStatusShape = resource({
  /** The code. */
  code: secret(z.string()),
  /** Whether it has been redeemed. */
  redeemed: z.boolean(),
});

/** Whether a device code has been redeemed. */
export interface DeviceCodeStatus extends z.output<typeof deviceCodeStatusShape> {}
export const DeviceCodeStatus: z.ZodMiniType<DeviceCodeStatus> = deviceCodeStatusShape;
