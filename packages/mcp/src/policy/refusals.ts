import type { Agent, AgentPermission } from '@org/payments-contract';
import type { Payment, WaitingPayments } from './payment.ts';

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

/** A limit of the policy, and what of it is used up. */
interface Limit {
  readonly name: string;
  readonly limit: number | null | undefined;
  /** What this payment adds. */
  readonly wanted: number;
  /** What earlier payments used, if the limit is for several payments. */
  readonly used?: { readonly spent: number; readonly awaited: number };
  /** Code of the currency; undefined if the limit counts payments. */
  readonly currency: string | undefined;
}

function rulesFor({ policy }: Agent, payment: Payment) {
  const used = [...payment.internalAccountIds, ...payment.externalAccountIds];
  const rules = policy.accountRestrictions?.accountRules ?? [];
  return rules.filter(({ accountId }) => used.includes(accountId));
}

function amountLimits(
  agent: Agent,
  payment: Payment,
  wanted: number,
  { amount: awaited }: WaitingPayments,
): Limit[] {
  const { policy, usage } = agent;
  const { currency, perTransactionLimit, dailyLimit, monthlyLimit } = policy.spendingLimits;
  const shared = { wanted, currency };
  const { dailySpend, monthlySpend } = usage;
  // The limit of an account takes the place of the policy's.
  const rules = rulesFor(agent, payment).filter(
    (rule) => typeof rule.perTransactionLimit === 'number',
  );
  const general = [{ ...shared, name: 'perTransactionLimit', limit: perTransactionLimit }];
  return [
    ...(rules.length === 0 ? general : []),
    { ...shared, name: 'dailyLimit', limit: dailyLimit, used: { spent: dailySpend, awaited } },
    {
      ...shared,
      name: 'monthlyLimit',
      limit: monthlyLimit,
      used: { spent: monthlySpend, awaited },
    },
    ...rules.map(({ accountId, perTransactionLimit: limit }) => ({
      ...shared,
      name: `perTransactionLimit of ${accountId}`,
      limit,
    })),
  ];
}

/** The service converts an amount in another currency, at its rate of that moment. */
function isConverted({ policy }: Agent, { amount, currency }: Payment): boolean {
  const isOther = currency !== undefined && currency.code !== policy.spendingLimits.currency;
  return amount === undefined || isOther;
}

/** What `remainingLimits` does not count; undefined if it counts everything. */
export function leftOutText(agent: Agent, payment: Payment, { others }: WaitingPayments) {
  const { currency, perTransactionLimit, ...shared } = agent.policy.spendingLimits;
  const total = shared.dailyLimit ?? shared.monthlyLimit ?? undefined;
  if (isConverted(agent, payment)) {
    const hasLimit = (perTransactionLimit ?? total) !== undefined;
    return hasLimit
      ? `limits in ${currency}, into which the service converts this payment`
      : undefined;
  }
  if (total === undefined || others === 0) return undefined;
  return `${others} waiting in other currencies, which the service converts and counts too`;
}

function limitsOf(agent: Agent, payment: Payment, waiting: WaitingPayments): Limit[] {
  const count = {
    name: 'dailyTransactionLimit',
    limit: agent.policy.spendingLimits.dailyTransactionLimit,
    wanted: 1,
    used: { spent: agent.usage.dailyTransactionCount, awaited: waiting.count },
    currency: undefined,
  };
  const { amount } = payment;
  return amount === undefined || isConverted(agent, payment)
    ? [count]
    : [...amountLimits(agent, payment, amount, waiting), count];
}

function limitRefusal({ name, limit, wanted, used, currency }: Limit): PolicyRefusal[] {
  const { spent, awaited } = used ?? { spent: 0, awaited: 0 };
  const total = spent + awaited + wanted;
  if (limit === undefined || limit === null || total <= limit) return [];
  const sum =
    used === undefined
      ? `this payment is ${wanted}`
      : `${spent} spent, ${awaited} held for approval and ${wanted} for this payment make ${total}`;
  const unit = currency === undefined ? 'payments' : `in the smallest unit of ${currency}`;
  const message = `${name} is ${limit} ${unit}; ${sum}.`;
  return [{ code: 'VELOCITY_LIMIT_EXCEEDED', message }];
}

export interface RemainingLimit {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Code of the currency of both; undefined if they count payments. */
  readonly currency: string | undefined;
}

export function remainingLimits(
  agent: Agent,
  payment: Payment,
  waiting: WaitingPayments,
): RemainingLimit[] {
  return limitsOf(agent, payment, waiting).flatMap(({ name, limit, wanted, used, currency }) => {
    if (limit === undefined || limit === null) return [];
    const { spent, awaited } = used ?? { spent: 0, awaited: 0 };
    return [{ name, limit, remaining: limit - spent - awaited - wanted, currency }];
  });
}

/**
 * Returns what an agent's policy does not allow of a payment. Payments that wait for approval count
 * against the limits, as they do in the service.
 */
export function paymentRefusals(
  agent: Agent,
  payment: Payment,
  waiting: WaitingPayments,
): PolicyRefusal[] {
  const allowed = agent.policy.accountRestrictions?.allowedAccountIds ?? undefined;
  const others = payment.internalAccountIds.filter((id) => allowed?.includes(id) === false);
  const accounts = others.map((id) => forbidden(`${id} is not among the allowed accounts.`));
  return [...accounts, ...limitsOf(agent, payment, waiting).flatMap(limitRefusal)];
}

/** Whether the payment will wait for the platform's approval; undefined where only the service can tell: it converts the amount. */
export function needsApproval(agent: Agent, payment: Payment): boolean | undefined {
  const { approvalThresholds: threshold, defaultExecutionMode = 'AUTO' } = agent.policy;
  const own = rulesFor(agent, payment).flatMap(({ executionMode }) => executionMode ?? []);
  const modes = own.length === 0 ? [defaultExecutionMode] : own;
  if (modes.includes('APPROVAL_REQUIRED')) return true;
  const limit = threshold?.amount ?? undefined;
  if (limit === undefined) return false;
  const { amount, currency } = payment;
  const isOther = (threshold?.currency ?? currency?.code) !== currency?.code;
  return amount === undefined || isOther ? undefined : amount > limit;
}
