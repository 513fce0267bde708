import type { Agent } from '@org/payments-contract';
import { type Refusal, refuse } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { heldActions } from './agents.ts';
import { usageAt } from './usage.ts';

/** A payment an agent wants to start. */
export interface AgentPayment {
  /** The internal account it concerns. */
  readonly accountId: string;
  readonly amount: number;
  readonly currency: string;
}

type Limit = readonly [name: string, limit: number | null | undefined, wanted: number];

function forbidden(explanation: string): Refusal {
  return refuse('FORBIDDEN', "The agent's policy does not allow this", explanation);
}

/** The usage at a time, with the payments that wait for approval (rule 98). */
function usageWithHeld(agent: Agent, world: World) {
  const usage = usageAt(agent, world.clock.now());
  const held = heldActions(world, agent.id);
  const spend = held.reduce((sum, { transferDetails }) => sum + (transferDetails?.amount ?? 0), 0);
  return {
    dailySpend: usage.dailySpend + spend,
    dailyTransactionCount: usage.dailyTransactionCount + held.length,
    monthlySpend: usage.monthlySpend + spend,
  };
}

function limitsOf(agent: Agent, { accountId, amount }: AgentPayment, world: World): Limit[] {
  const { spendingLimits: limits, accountRestrictions } = agent.policy;
  const usage = usageWithHeld(agent, world);
  const rule = accountRestrictions?.accountRules?.find((each) => each.accountId === accountId);
  return [
    ['perTransactionLimit', limits?.perTransactionLimit, amount],
    ['dailyLimit', limits?.dailyLimit, usage.dailySpend + amount],
    ['dailyTransactionLimit', limits?.dailyTransactionLimit, usage.dailyTransactionCount + 1],
    ['monthlyLimit', limits?.monthlyLimit, usage.monthlySpend + amount],
    [`perTransactionLimit of ${accountId}`, rule?.perTransactionLimit, amount],
  ];
}

/**
 * Checks a payment against the policy of an agent (rule 77).
 *
 * @throws Refusal 403 naming, to the developer, what does not allow it
 */
export function requirePolicy(agent: Agent, payment: AgentPayment, world: World): void {
  const { permissions, spendingLimits, accountRestrictions } = agent.policy;
  if (agent.isPaused) throw forbidden(`${agent.id} is paused.`);
  if (!permissions.includes('CREATE_TRANSFERS')) {
    throw forbidden(`Expected the permission CREATE_TRANSFERS; it has ${permissions.join(', ')}.`);
  }
  const allowed = accountRestrictions?.allowedAccountIds;
  if (Array.isArray(allowed) && !allowed.includes(payment.accountId)) {
    throw forbidden(`${payment.accountId} is not among the allowed accounts.`);
  }
  const { currency = payment.currency } = spendingLimits ?? {};
  if (currency !== payment.currency) {
    throw forbidden(`Its limits are in ${currency}, the payment is in ${payment.currency}.`);
  }
  for (const [name, limit, wanted] of limitsOf(agent, payment, world)) {
    if (limit === undefined || limit === null || wanted <= limit) continue;
    const explanation = `${name} is ${limit}; this payment would make it ${wanted}.`;
    const message = "The payment exceeds a limit of the agent's policy";
    throw refuse('VELOCITY_LIMIT_EXCEEDED', message, explanation);
  }
}

/** Whether a payment waits for approval: the threshold itself does not. */
export function needsApproval({ policy }: Agent, { amount, currency }: AgentPayment): boolean {
  const threshold = policy.approvalThresholds;
  if (threshold?.amount === undefined || threshold.amount === null) return false;
  return (threshold.currency ?? currency) !== currency || amount > threshold.amount;
}
