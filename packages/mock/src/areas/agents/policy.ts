import type { Agent, agentPermissions } from '@org/payments-contract';
import { type Refusal, refuse } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { heldActions } from './actions.ts';
import { usageAt } from './agents.ts';
import { type AgentPayment, amountIn, paymentOfAction, spendOf } from './payment.ts';

export type AgentPermission = (typeof agentPermissions)[number];

type Limit = readonly [name: string, limit: number | null | undefined, wanted: number];

function forbidden(explanation: string): Refusal {
  return refuse('FORBIDDEN', "The agent's policy does not allow this", explanation);
}

/** Checks that an agent is not paused and has a permission (rule 77). @throws Refusal 403 */
export function requireActive(agent: Agent, permission: AgentPermission): void {
  if (agent.isPaused) throw forbidden(`${agent.id} is paused.`);
  requirePermission(agent, permission);
}

/** Refuses an agent whose policy lacks the permission (rule 77). @throws Refusal 403 */
export function requirePermission({ policy }: Agent, permission: AgentPermission): void {
  if (policy.permissions.includes(permission)) return;
  const granted = policy.permissions.join(', ') || 'none';
  throw forbidden(`Expected the permission ${permission}; it has ${granted}.`);
}

/** Returns the usage at a time, with the other payments that wait for approval (rule 98). */
function usageWithHeld(agent: Agent, world: World, actionId?: string) {
  const usage = usageAt(agent, world.clock.now());
  const held = heldActions(world, agent.id).filter(({ id }) => id !== actionId);
  const spends = held.map((action) => spendOf(world, agent, paymentOfAction(action)));
  const spend = spends.reduce((sum, amount) => sum + amount, 0);
  return {
    dailySpend: usage.dailySpend + spend,
    dailyTransactionCount: usage.dailyTransactionCount + held.length,
    monthlySpend: usage.monthlySpend + spend,
  };
}

function rulesFor({ policy }: Agent, payment: AgentPayment) {
  const used = [...payment.internalAccountIds, ...payment.externalAccountIds];
  const rules = policy.accountRestrictions?.accountRules ?? [];
  return rules.filter(({ accountId }) => used.includes(accountId));
}

function limitsOf(agent: Agent, payment: AgentPayment, world: World, actionId?: string): Limit[] {
  const { spendingLimits: limits } = agent.policy;
  const amount = spendOf(world, agent, payment);
  const usage = usageWithHeld(agent, world, actionId);
  const ofAccounts = rulesFor(agent, payment).filter(
    (rule) => (rule.perTransactionLimit ?? null) !== null,
  );
  return [
    ...(ofAccounts.length === 0
      ? [['perTransactionLimit', limits.perTransactionLimit, amount] as const]
      : []),
    ['dailyLimit', limits.dailyLimit, usage.dailySpend + amount],
    ['dailyTransactionLimit', limits.dailyTransactionLimit, usage.dailyTransactionCount + 1],
    ['monthlyLimit', limits.monthlyLimit, usage.monthlySpend + amount],
    ...ofAccounts.map(
      ({ accountId, perTransactionLimit }): Limit => [
        `perTransactionLimit of ${accountId}`,
        perTransactionLimit,
        amount,
      ],
    ),
  ];
}

/** Refuses an account that the policy does not allow; null allows all. @throws Refusal 403 */
export function requireAllowedAccounts(
  { policy }: Agent,
  internalAccountIds: readonly string[],
): void {
  const allowed = policy.accountRestrictions?.allowedAccountIds ?? null;
  if (allowed === null) return;
  const other = internalAccountIds.find((id) => !allowed.includes(id));
  if (other !== undefined) throw forbidden(`${other} is not among the allowed accounts.`);
}

/**
 * Checks a payment against the policy of an agent (rule 77). Limits in another currency are compared
 * at the rate of now.
 *
 * @param actionId the action of the payment, if it waits for approval: it does not count twice
 * @throws Refusal 403; the explanation for the developer names the rule that was violated
 */
export function requirePolicy(
  agent: Agent,
  permission: AgentPermission,
  payment: AgentPayment,
  world: World,
  actionId?: string,
): void {
  requireActive(agent, permission);
  requireAllowedAccounts(agent, payment.internalAccountIds);
  for (const [name, limit, wanted] of limitsOf(agent, payment, world, actionId)) {
    if (limit === undefined || limit === null || wanted <= limit) continue;
    const explanation = `${name} is ${limit}; this payment would make it ${wanted}.`;
    const message = "The payment exceeds a limit of the agent's policy";
    throw refuse('VELOCITY_LIMIT_EXCEEDED', message, explanation);
  }
}

function exceedsThreshold(world: World, { policy }: Agent, payment: AgentPayment): boolean {
  const { amount = null, currency = payment.currency } = policy.approvalThresholds ?? {};
  return amount !== null && amountIn(world, payment.amount, payment.currency, currency) > amount;
}

/**
 * Returns whether a payment waits for approval: because its amount is above the threshold, or because
 * of the execution mode. An account's rule overrides the default mode; of two rules, the one that
 * requires approval applies.
 */
export function needsApproval(world: World, agent: Agent, payment: AgentPayment): boolean {
  const modes = rulesFor(agent, payment).flatMap(({ executionMode }) => executionMode ?? []);
  const { defaultExecutionMode = 'AUTO' } = agent.policy;
  const deciding = modes.length === 0 ? [defaultExecutionMode] : modes;
  return deciding.includes('APPROVAL_REQUIRED') || exceedsThreshold(world, agent, payment);
}
