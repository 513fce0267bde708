import type { Agent, AgentPermission } from '@org/payments-contract';
import type { HeldPayments } from './held.ts';
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

/** A limit of the policy, and what of it is used up. */
interface Limit {
  readonly name: string;
  readonly limit: number | null | undefined;
  /** What this payment adds. */
  readonly wanted: number;
  /** What earlier payments used, if the limit is for several payments. */
  readonly used?: { readonly spent: number; readonly held: number };
  readonly unit: string;
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
  { amount: held }: HeldPayments,
): Limit[] {
  const { policy, usage } = agent;
  const { currency, perTransactionLimit, dailyLimit, monthlyLimit } = policy.spendingLimits;
  const shared = { wanted, unit: `in the smallest unit of ${currency}` };
  const { dailySpend, monthlySpend } = usage;
  return [
    { ...shared, name: 'perTransactionLimit', limit: perTransactionLimit },
    { ...shared, name: 'dailyLimit', limit: dailyLimit, used: { spent: dailySpend, held } },
    { ...shared, name: 'monthlyLimit', limit: monthlyLimit, used: { spent: monthlySpend, held } },
    ...rulesFor(agent, payment).map(({ accountId, perTransactionLimit: limit }) => ({
      ...shared,
      name: `perTransactionLimit of ${accountId}`,
      limit,
    })),
  ];
}

function limitsOf(agent: Agent, payment: Payment, held: HeldPayments): Limit[] {
  const count = {
    name: 'dailyTransactionLimit',
    limit: agent.policy.spendingLimits.dailyTransactionLimit,
    wanted: 1,
    used: { spent: agent.usage.dailyTransactionCount, held: held.count },
    unit: 'payments',
  };
  const { amount } = payment;
  return amount === undefined ? [count] : [...amountLimits(agent, payment, amount, held), count];
}

function limitRefusal({ name, limit, wanted, used, unit }: Limit): PolicyRefusal[] {
  const { spent, held } = used ?? { spent: 0, held: 0 };
  const total = spent + held + wanted;
  if (limit === undefined || limit === null || total <= limit) return [];
  const sum =
    used === undefined
      ? `this payment is ${wanted}`
      : `${spent} spent, ${held} held for approval and ${wanted} for this payment make ${total}`;
  const message = `${name} is ${limit} ${unit}; ${sum}.`;
  return [{ code: 'VELOCITY_LIMIT_EXCEEDED', message }];
}

/** What a limit leaves after a payment. */
export interface RemainingLimit {
  readonly name: string;
  readonly text: string;
}

/** Returns what each limit of the policy leaves after a payment. */
export function remainingLimits(
  agent: Agent,
  payment: Payment,
  held: HeldPayments,
): RemainingLimit[] {
  return limitsOf(agent, payment, held).flatMap(({ name, limit, wanted, used, unit }) => {
    if (limit === undefined || limit === null) return [];
    const { spent, held: waiting } = used ?? { spent: 0, held: 0 };
    const left = limit - spent - waiting - wanted;
    return [{ name, text: `${left} of ${limit} ${unit} remain afterwards` }];
  });
}

/**
 * Returns what an agent's policy does not allow of a payment. Payments that wait for approval count
 * against the limits, as they do in the service.
 */
export function paymentRefusals(
  agent: Agent,
  payment: Payment,
  held: HeldPayments,
): PolicyRefusal[] {
  const { accountRestrictions, spendingLimits } = agent.policy;
  const allowed = accountRestrictions?.allowedAccountIds ?? undefined;
  const others = payment.internalAccountIds.filter((id) => allowed?.includes(id) === false);
  const accounts = others.map((id) => forbidden(`${id} is not among the allowed accounts.`));
  const { code } = payment.currency ?? {};
  if (code !== undefined && code !== spendingLimits.currency) {
    const message = `The limits are in ${spendingLimits.currency}, the payment is in ${code}.`;
    return [...accounts, forbidden(message)];
  }
  return [...accounts, ...limitsOf(agent, payment, held).flatMap(limitRefusal)];
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
