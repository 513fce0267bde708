import * as z from 'zod';
import { id, resource, timestamp } from '../../format/response-values.ts';
import { AgentPolicy } from './policy.ts';

const agentShape = resource({
  /** The agent's id. */
  id: id('Agent'),
  /** Display name. */
  name: z.string(),
  /** The customer the agent acts for. */
  customerId: id('Customer'),
  /** A paused agent cannot start an action. */
  isPaused: z.boolean(),
  /** True once the agent's device code has been redeemed. */
  isConnected: z.boolean(),
  /** What the agent may do, and how much it may spend. */
  policy: AgentPolicy,
  /**
   * What the agent has spent; amounts in the smallest unit of the policy's currency. Payments that
   * wait for approval count against the limits but are not in these figures.
   */
  usage: resource({
    /** Payments started on the day of `dailyResetDate`. */
    dailyTransactionCount: z.number(),
    /** What the payments of that day moved. */
    dailySpend: z.number(),
    /** What the payments of the month of `monthlyResetMonth` moved. */
    monthlySpend: z.number(),
    /** The day the daily figures are of, `YYYY-MM-DD`. */
    dailyResetDate: z.string().meta({ form: 'date' }).optional(),
    /** The month the monthly figure is of, `YYYY-MM`. */
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
