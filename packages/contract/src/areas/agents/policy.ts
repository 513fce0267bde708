import * as z from 'zod/mini';
import { type Fields, isFields } from '../../format/fields.ts';
import { strictObject } from '../../format/objects.ts';
import type { AgentPermission, InputIssue } from '../../format/operation.ts';
import { requestId, text } from '../../format/request-values.ts';
import { openEnum, resource } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';

/**
 * The permissions of an agent: see transactions, transfer money between its customer's
 * accounts, ask for quotes, execute quotes, add and remove external accounts.
 */
export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const satisfies readonly AgentPermission[];

/** `AUTO` starts a payment at once, `APPROVAL_REQUIRED` holds it until the platform decides. */
export const executionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const;

const limit = inUnit(z.int(), 'minorUnits of currency');

const spendingLimits = {
  /** Code of the currency the limits are in. A payment in another currency is compared at the rate of that moment. */
  currency: text,
  /** Maximum amount of one payment, in the smallest unit. */
  perTransactionLimit: limit,
  /** Maximum total of a day's payments, in the smallest unit; null for no limit. */
  dailyLimit: z.optional(z.nullable(limit)),
  /** Maximum number of payments in a day; unlimited if never set. */
  dailyTransactionLimit: z.optional(inUnit(z.int(), 'count')),
  /** Maximum total of a month's payments, in the smallest unit; null for no limit. */
  monthlyLimit: z.optional(z.nullable(limit)),
};

const accountRestrictions = {
  /** The only internal accounts the agent may use; null for all its customer's accounts. */
  allowedAccountIds: z.optional(z.nullable(z.array(requestId('InternalAccount')))),
  /** Rules for single accounts. A change replaces the whole list. */
  accountRules: z.optional(
    z.array(
      strictObject({
        /** The account the rule is for. */
        accountId: requestId('InternalAccount', 'ExternalAccount'),
        /** Whether payments with this account wait for approval; left out for the default mode of the policy. */
        executionMode: z.optional(z.enum(executionModes)),
        /** Maximum amount of one payment with this account, in the smallest unit, in place of the policy's; null for the limit of the policy. */
        perTransactionLimit: z.optional(z.nullable(inUnit(z.int(), 'minorUnits of account'))),
      }),
    ),
  ),
};

const approvalThresholds = {
  /** Code of the amount's currency; required with an amount. */
  currency: z.optional(text),
  /**
   * Payments above this amount wait for approval, in the smallest unit; null for no threshold. A
   * payment in another currency is compared at the rate of that moment.
   */
  amount: z.optional(z.nullable(limit)),
};

const policyFields = {
  /** What the agent may do; everything else is refused with 403. */
  permissions: z.array(z.enum(agentPermissions)),
  /** Whether payments wait for approval, unless an account's rule overrides it. Default `AUTO`. */
  defaultExecutionMode: z.optional(z.enum(executionModes)),
  /** How much the agent may spend. Payments that wait for approval count against it. */
  spendingLimits: strictObject(spendingLimits),
  /** Which accounts the agent may use, and rules for single accounts. */
  accountRestrictions: z.optional(strictObject(accountRestrictions)),
  /** The amount above which a payment waits for approval. */
  approvalThresholds: z.optional(strictObject(approvalThresholds)),
};

/** Names a threshold whose amount has no currency, in the request that creates an agent. */
export function thresholdIssues({ policy }: Fields): readonly InputIssue[] {
  const { approvalThresholds: threshold } = (policy ?? {}) as Fields;
  const { amount = null, currency } = (threshold ?? {}) as Fields;
  if (amount === null || currency !== undefined) return [];
  const path = 'policy.approvalThresholds.currency';
  return [{ path, message: 'is required with `approvalThresholds.amount`' }];
}

/** A policy in the request that creates an agent. */
export const agentPolicyInput = strictObject(policyFields);

/**
 * Changes to a policy. Fields that are left out stay unchanged, also inside `spendingLimits`,
 * `accountRestrictions` and `approvalThresholds`. A list replaces the previous one.
 */
export const agentPolicyUpdate = z.partial(
  strictObject({
    ...policyFields,
    /** How much the agent may spend. Limits that are left out stay unchanged; null removes a limit. */
    spendingLimits: z.partial(strictObject(spendingLimits)),
  }),
);

const agentPolicyShape = resource({
  /** What the agent may do. */
  permissions: z.array(openEnum(agentPermissions)),
  /** Whether payments wait for approval, unless an account's rule overrides it. */
  defaultExecutionMode: z.optional(openEnum(executionModes)),
  /** How much the agent may spend; always present. */
  spendingLimits: resource({
    /** Code of the currency the limits are in. */
    currency: z.string(),
    /** Maximum amount of one payment, in the smallest unit. */
    perTransactionLimit: limit,
    /** Maximum total of a day's payments, in the smallest unit; null for no limit. */
    dailyLimit: z.nullish(limit),
    /** Maximum number of payments in a day. */
    dailyTransactionLimit: z.nullish(inUnit(z.int(), 'count')),
    /** Maximum total of a month's payments, in the smallest unit; null for no limit. */
    monthlyLimit: z.nullish(limit),
  }),
  /** Which accounts the agent may use, and rules for single accounts. */
  accountRestrictions: z.optional(
    resource({
      /** The only internal accounts the agent may use; null or left out for all its customer's accounts. */
      allowedAccountIds: z.nullish(z.array(z.string())),
      /** Rules for single accounts. */
      accountRules: z.optional(
        z.array(
          resource({
            /** The account the rule is for. */
            accountId: z.string(),
            /** Whether payments with this account wait for approval. */
            executionMode: z.optional(openEnum(executionModes)),
            /** Maximum amount of one payment with this account, in the smallest unit. */
            perTransactionLimit: z.nullish(inUnit(z.int(), 'minorUnits of account')),
          }),
        ),
      ),
    }),
  ),
  /** The amount above which a payment waits for approval. */
  approvalThresholds: z.optional(
    resource({
      /** Code of the amount's currency. */
      currency: z.optional(z.string()),
      /** In the smallest unit; null or left out for no threshold. */
      amount: z.nullish(limit),
    }),
  ),
});

/** What an agent may do, and how much it may spend. */
export interface AgentPolicy extends z.output<typeof agentPolicyShape> {}
export const AgentPolicy: z.ZodMiniType<AgentPolicy> = agentPolicyShape;

/** Returns whether a policy shows every field of a change; undefined if the policy lacks one of them. */
export function showsPolicy(change: Fields, policy: unknown): boolean | undefined {
  if (!isFields(policy)) return undefined;
  const shown = Object.entries(change).map(([name, wanted]) => {
    const found = policy[name];
    if (found === undefined) return wanted === null ? true : undefined;
    if (isFields(wanted)) return showsPolicy(wanted, found);
    return JSON.stringify(wanted) === JSON.stringify(found);
  });
  if (shown.includes(false)) return false;
  return shown.includes(undefined) ? undefined : true;
}
