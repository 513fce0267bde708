import * as z from 'zod';
import { id, resource, timestamp } from '../../format/response-values.ts';
import { AgentPolicy } from './policy.ts';

const agentShape = resource({
  id: id('Agent'),
  name: z.string(),
  /** The customer the agent acts for. */
  customerId: id('Customer'),
  /** A paused agent cannot start an action. */
  isPaused: z.boolean(),
  /** True once the agent's device code has been redeemed. */
  isConnected: z.boolean(),
  policy: AgentPolicy,
  /** What the agent has spent; amounts in the smallest unit of the policy's currency. */
  usage: resource({
    dailyTransactionCount: z.number(),
    dailySpend: z.number(),
    monthlySpend: z.number(),
    /** The day the daily figures are of, `YYYY-MM-DD`. */
    dailyResetDate: z.string().optional(),
    /** The month the monthly figure is of, `YYYY-MM`. */
    monthlyResetMonth: z.string().optional(),
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** A programmatic actor for one customer under a spending policy. */
export interface Agent extends z.output<typeof agentShape> {}
export const Agent: z.ZodType<Agent> = agentShape;
