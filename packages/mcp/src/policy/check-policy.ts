import {
  type Agent,
  type AgentPermission,
  type Fields,
  type NamedOperation,
  riskOf,
} from '@org/payments-contract';
import type { AgentClient, PaymentsClient } from '@org/payments-sdk';
import { ToolError } from '../errors/mcp-errors.ts';
import type { AnyClient } from '../tools/method.ts';
import { isRead } from '../tools/tool.ts';
import { type Payment, paymentOf, paymentOfAction, totalOf, waitingPayments } from './payment.ts';
import {
  leftOutText,
  needsApproval,
  type PolicyRefusal,
  paymentRefusals,
  permissionRefusals,
  type RemainingLimit,
  remainingLimits,
} from './refusals.ts';

export interface AllowedPayment {
  readonly payment: Payment;
  /** Whether it will wait for the platform's approval; undefined where only the service can tell. */
  readonly waits: boolean | undefined;
  /** What the policy's limits leave afterwards. */
  readonly remaining: readonly RemainingLimit[];
  /** What the figures of `remaining` do not count, because the service converts it. */
  readonly leftOut: string | undefined;
}

function permissionsFor(needed: AgentPermission, input: Fields): AgentPermission[] {
  const isExecuted = needed === 'CREATE_QUOTES' && input.immediatelyExecute === true;
  return isExecuted ? [needed, 'EXECUTE_QUOTES'] : [needed];
}

export interface AgentCall {
  readonly operation: NamedOperation;
  readonly input: Fields;
  /** Whether it was sent before, with its idempotency key: then it does not pay again. */
  readonly isRepeat: boolean;
}

function refuse(refusals: readonly PolicyRefusal[], action?: string): void {
  const [first] = refusals;
  if (first === undefined) return;
  const facts = { refusedBy: 'policy', refusals };
  const message = `The agent's policy does not allow this: ${refusals.map((one) => one.message).join(' ')}`;
  throw new ToolError(first.code, message, { action, facts });
}

/**
 * The agent without what it used before the day and the month in which its usage is to count anew: the
 * service may do so only with the next payment. Days are those of UTC: the service checks again.
 */
function inPeriod(self: Agent, date: string | null | undefined): Agent {
  const now = Date.parse(date ?? '');
  if (Number.isNaN(now)) return self;
  const today = new Date(now).toISOString();
  const isOver = (end = '9999') => end <= today.slice(0, end.length);
  const { dailyResetDate, monthlyResetMonth } = self.usage;
  const day = isOver(dailyResetDate) && { dailyTransactionCount: 0, dailySpend: 0 };
  const month = isOver(monthlyResetMonth) && { monthlySpend: 0 };
  return { ...self, usage: { ...self.usage, ...day, ...month } };
}

const APPROVAL_FAILS =
  'Nothing was sent: approved now, the action would fail for good. Change the policy first with `agents.updatePolicy`, or reject the action.';

/** Checks an action that waits against the policy of its agent. It counts against the limits already. */
async function checkApproval(client: PaymentsClient<boolean>, input: Fields) {
  const { agentId, actionId } = input as Readonly<Record<'agentId' | 'actionId', string>>;
  const { data, response } = await client.agents.get({ agentId }).withResponse();
  const self = inPeriod(data, response.header('date'));
  const held = await client.agents.listApprovals({ agentId, limit: 100 }).toArray();
  const action = held.find(({ id }) => id === actionId);
  if (action === undefined) return undefined;
  const payment = paymentOfAction(action);
  const waiting = totalOf(
    held.filter((one) => one !== action),
    self,
  );
  const permission = action.quote === undefined ? 'CREATE_TRANSFERS' : 'EXECUTE_QUOTES';
  const refusals = [
    ...permissionRefusals(self, [permission], false),
    ...paymentRefusals(self, payment, waiting),
  ];
  refuse(refusals, APPROVAL_FAILS);
  const leftOut = leftOutText(self, payment, waiting);
  return { payment, waits: false, remaining: remainingLimits(self, payment, waiting), leftOut };
}

/**
 * Checks a call against the policy the agent has now, before it is sent. The service checks again;
 * a repeated call is checked by the service alone.
 *
 * @returns what the call would move; undefined if it moves nothing
 * @throws ToolError with everything the policy refuses, and the code the service would use
 */
export async function checkPolicy(
  client: AnyClient,
  { operation: { name, row }, input, isRepeat }: AgentCall,
): Promise<AllowedPayment | undefined> {
  if (name === 'agents.approveAction') {
    return checkApproval(client as PaymentsClient<boolean>, input);
  }
  if (row.agentPermission === undefined) return undefined;
  const agent = client as AgentClient;
  const { data, response } = await agent.me.get().withResponse();
  const self = inPeriod(data, response.header('date'));
  if (!isRepeat) {
    const permissions = permissionsFor(row.agentPermission, input);
    refuse(permissionRefusals(self, permissions, !isRead(row)));
  }
  if (riskOf(row, input) !== 'moves-money') return undefined;
  const [payment, waiting] = await Promise.all([
    paymentOf(agent, self, name, input),
    waitingPayments(agent, self),
  ]);
  if (!isRepeat) refuse(paymentRefusals(self, payment, waiting));
  const remaining = isRepeat ? [] : remainingLimits(self, payment, waiting);
  const leftOut = isRepeat ? undefined : leftOutText(self, payment, waiting);
  return { payment, waits: !isRepeat && needsApproval(self, payment), remaining, leftOut };
}
