import type { Agent, AgentPermission } from '@org/payments-contract';
import type { Payment } from './payment.ts';

/** One thing that an agent's policy does not allow. */
export interface PolicyRefusal {
  /** The code the service would respond with. */
  readonly code: 'FORBIDDEN' | 'VELOCITY_LIMIT_EXCEEDED';
  /** What the policy says, and what was asked for. */
  readonly message: string;
}

function forbidden(message: string): PolicyRefusal {
  return { code: 'FORBIDDEN', message };
}

/** What keeps an agent from an operation, whatever it would move. */
export function permissionRefusals(
  { id, isPaused, policy }: Agent,
  permissions: readonly AgentPermission[],
  starts: boolean,
): PolicyRefusal[] {
  const refusals: PolicyRefusal[] = [];
  if (isPaused && starts) refusals.push(forbidden(`${id} is paused and cannot start anything.`));
  const granted = policy.permissions.join(', ') || 'none';
  for (const permission of permissions) {
    if (policy.permissions.includes(permission)) continue;
    refusals.push(forbidden(`The permission ${permission} is needed; the policy has ${granted}.`));
  }
  return refusals;
}

type Limit = readonly [name: string, limit: number | null | undefined, wanted: number];

function rulesFor({ policy }: Agent, payment: Payment) {
  const used = [...payment.internalAccountIds, ...payment.externalAccountIds];
  const rules = policy.accountRestrictions?.accountRules ?? [];
  return rules.filter(({ accountId }) => used.includes(accountId));
}

function limitsOf(agent: Agent, payment: Payment, amount: number): Limit[] {
  const { policy, usage } = agent;
  const { spendingLimits: limits } = policy;
  return [
    ['perTransactionLimit', limits.perTransactionLimit, amount],
    ['dailyLimit', limits.dailyLimit, usage.dailySpend + amount],
    ['monthlyLimit', limits.monthlyLimit, usage.monthlySpend + amount],
    ...rulesFor(agent, payment).map(
      ({ accountId, perTransactionLimit }): Limit => [
        `perTransactionLimit of ${accountId}`,
        perTransactionLimit,
        amount,
      ],
    ),
  ];
}

function limitRefusals(agent: Agent, payment: Payment): PolicyRefusal[] {
  const { currency } = agent.policy.spendingLimits;
  const count: Limit = [
    'dailyTransactionLimit',
    agent.policy.spendingLimits.dailyTransactionLimit,
    agent.usage.dailyTransactionCount + 1,
  ];
  const sums = payment.amount === undefined ? [] : limitsOf(agent, payment, payment.amount);
  return [...sums, count].flatMap(([name, limit, wanted]): PolicyRefusal[] => {
    if (limit === undefined || limit === null || wanted <= limit) return [];
    const unit =
      name === 'dailyTransactionLimit' ? 'payments' : `in the smallest unit of ${currency}`;
    const message = `${name} is ${limit} ${unit}; this payment would make it ${wanted}.`;
    return [{ code: 'VELOCITY_LIMIT_EXCEEDED', message }];
  });
}

/**
 * What an agent's policy does not allow of a payment. Payments that wait for approval count too and
 * are not in the agent's usage: the service may refuse what this allows.
 */
export function paymentRefusals(agent: Agent, payment: Payment): PolicyRefusal[] {
  const { accountRestrictions, spendingLimits } = agent.policy;
  const allowed = accountRestrictions?.allowedAccountIds ?? undefined;
  const others = payment.internalAccountIds.filter((id) => allowed?.includes(id) === false);
  const accounts = others.map((id) => forbidden(`${id} is not among the allowed accounts.`));
  const { code } = payment.currency ?? {};
  if (code !== undefined && code !== spendingLimits.currency) {
    const message = `The limits are in ${spendingLimits.currency}, the payment is in ${code}.`;
    return [...accounts, forbidden(message)];
  }
  return [...accounts, ...limitRefusals(agent, payment)];
}

/** Whether the payment will wait for the platform's approval, as far as the policy tells. */
export function needsApproval(agent: Agent, payment: Payment): boolean {
  const { approvalThresholds: threshold, defaultExecutionMode = 'AUTO' } = agent.policy;
  const own = rulesFor(agent, payment).flatMap(({ executionMode }) => executionMode ?? []);
  const modes = own.length === 0 ? [defaultExecutionMode] : own;
  if (modes.includes('APPROVAL_REQUIRED')) return true;
  const limit = threshold?.amount ?? undefined;
  if (limit === undefined) return false;
  const { amount = 0, currency } = payment;
  return amount > limit || (threshold?.currency ?? currency?.code) !== currency?.code;
}
