import * as z from 'zod';
import { id, resource, timestamp } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';
import { AgentPolicy } from './policy.ts';

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
    /** Number of payments started on `dailyResetDate`. */
    dailyTransactionCount: inUnit(z.number(), 'count'),
    /** Total amount of that day's payments. */
    dailySpend: inUnit(z.number(), 'minorUnits of policy.spendingLimits.currency'),
    /** Total amount of the payments in `monthlyResetMonth`. */
    monthlySpend: inUnit(z.number(), 'minorUnits of policy.spendingLimits.currency'),
    /** The day the daily figures are for, `YYYY-MM-DD`. */
    dailyResetDate: z.string().meta({ form: 'date' }).optional(),
    /** The month the monthly figure is for, `YYYY-MM`. */
    monthlyResetMonth: z.string().optional(),
  }),
  /** When the agent was created. */
  createdAt: timestamp,
  /** When the agent was last changed. */
  updatedAt: timestamp,
});

/** A programmatic actor for one customer under a spending policy. */
export interface Agent extends z.output<typeof agentShape> {}
export const Agent: z.ZodType<Agent> = agentShape;
