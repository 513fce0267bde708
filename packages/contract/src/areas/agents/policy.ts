import * as z from 'zod';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { text } from '../../format/request-values.ts';
import { openEnum, resource } from '../../format/response-values.ts';

export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;
export const executionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;

const limit = z.int().min(0);

const spendingLimits = {
  /** Code of the currency the limits are in. */
  currency: text,
  /** Most that one payment may move, in the smallest unit. */
  perTransactionLimit: limit,
  /** Most that all payments of a day may move, in the smallest unit; null for no limit. */
  dailyLimit: limit.nullable().optional(),
  /** Most payments in a day. */
  dailyTransactionLimit: limit.nullable().optional(),
  /** Most that all payments of a month may move, in the smallest unit; null for no limit. */
  monthlyLimit: limit.nullable().optional(),
};

const accountRestrictions = z.strictObject({
  /** The only accounts the agent may use; null for all of its customer. */
  allowedAccountIds: z.array(text).nullable().optional(),
  accountRules: z
    .array(
      z.strictObject({
        accountId: text,
        /** Whether payments from this account wait for approval. */
        executionMode: z.enum(executionModes).optional(),
        /** Most that one payment from this account may move, in the smallest unit. */
        perTransactionLimit: limit.nullable().optional(),
      }),
    )
    .optional(),
});

/** Payments above the amount wait for approval; null for none. */
const approvalThresholds = z.strictObject({
  currency: text.optional(),
  amount: limit.nullable().optional(),
});

const policyFields = {
  permissions: z.array(z.enum(agentPermissions)),
  /** Whether payments wait for approval where no rule of an account says otherwise. */
  defaultExecutionMode: z.enum(executionModes).optional(),
  spendingLimits: z.strictObject(spendingLimits),
  accountRestrictions: accountRestrictions.optional(),
  /** Payments above the amount wait for approval. */
  approvalThresholds: approvalThresholds.optional(),
};

/** A policy in the request that creates an agent. */
export const agentPolicyInput = z.strictObject({
  ...policyFields,
  spendingLimits: policyFields.spendingLimits.optional(),
});

/** Changes of a policy: what is left out stays. */
export const agentPolicyUpdate = z
  .strictObject({
    ...policyFields,
    spendingLimits: z.strictObject(spendingLimits).partial(),
  })
  .partial();

const agentPolicyShape = resource({
  ...responseFields(policyFields),
  permissions: z.array(openEnum(agentPermissions)),
  spendingLimits: responseOf(policyFields.spendingLimits).optional(),
});

/** What an agent may do, and how much it may spend. */
export interface AgentPolicy extends z.output<typeof agentPolicyShape> {}
export const AgentPolicy: z.ZodType<AgentPolicy> = agentPolicyShape;
