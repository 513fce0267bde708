import * as z from 'zod';
import { dateTime, id, openEnum, resource } from '../primitives.ts';

export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;

const limit = z.number().nullable().optional();

const agentPolicyShape = resource({
  permissions: z.array(openEnum(agentPermissions)),
  spendingLimits: resource({
    currency: z.string(),
    perTransactionLimit: limit,
    dailyLimit: limit,
    dailyTransactionLimit: limit,
    monthlyLimit: limit,
  }).optional(),
  accountRestrictions: resource({
    allowedAccountIds: z.array(z.string()).optional(),
    accountRules: z
      .array(resource({ accountId: z.string(), perTransactionLimit: limit }))
      .optional(),
  }).optional(),
  /** Spending above this amount waits for approval. */
  approvalThresholds: resource({ currency: z.string(), amount: z.number() }).optional(),
});

/** What an agent may do, and how much it may spend. */
export interface AgentPolicy extends z.output<typeof agentPolicyShape> {}
export const AgentPolicy: z.ZodType<AgentPolicy> = agentPolicyShape;

const limitInput = z.int().min(0).nullable().optional();

/** A policy, in a request. Amounts are whole numbers of the smallest unit. */
export const agentPolicyInput = z.strictObject({
  permissions: z.array(z.enum(agentPermissions)),
  spendingLimits: z
    .strictObject({
      currency: z.string(),
      perTransactionLimit: limitInput,
      dailyLimit: limitInput,
      dailyTransactionLimit: limitInput,
      monthlyLimit: limitInput,
    })
    .optional(),
  accountRestrictions: z
    .strictObject({
      allowedAccountIds: z.array(z.string()).optional(),
      accountRules: z
        .array(z.strictObject({ accountId: z.string(), perTransactionLimit: limitInput }))
        .optional(),
    })
    .optional(),
  approvalThresholds: z.strictObject({ currency: z.string(), amount: z.int().min(0) }).optional(),
});

const agentShape = resource({
  id: id('Agent'),
  name: z.string(),
  /** The customer the agent acts for. */
  customerId: id('Customer'),
  /** A paused agent starts no action. */
  isPaused: z.boolean(),
  /** True once the agent's device code has been redeemed. */
  isConnected: z.boolean(),
  policy: AgentPolicy,
  usage: resource({
    dailyTransactionCount: z.number(),
    dailySpend: z.number(),
    monthlySpend: z.number(),
    /** `YYYY-MM-DD` */
    dailyResetDate: z.string().optional(),
    /** `YYYY-MM` */
    monthlyResetMonth: z.string().optional(),
  }),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** A programmatic actor for one customer under a spending policy. */
export interface Agent extends z.output<typeof agentShape> {}
export const Agent: z.ZodType<Agent> = agentShape;
