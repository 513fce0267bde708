import { Agent, type AgentPolicy, type Transaction } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call } from '../../engine/behaviour.ts';
import { notFound } from '../../engine/refusal.ts';
import { checkFixture, fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { addCustomer, isDeletedCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { startTransfer, type Transfer } from '../transfers/transfer.ts';
import { amountIn } from './payment.ts';

type Usage = Agent['usage'];

const dayOf = (time: number) => iso(time).slice(0, 'YYYY-MM-DD'.length);
const monthOf = (time: number) => iso(time).slice(0, 'YYYY-MM'.length);

/** Returns the usage of a new agent, whose figures are reset on the next day and in the next month (UTC). */
export function freshUsage(now: number): Usage {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return {
    dailyTransactionCount: 0,
    dailySpend: 0,
    monthlySpend: 0,
    dailyResetDate: dayOf(Date.UTC(year, month, today.getUTCDate() + 1)),
    monthlyResetMonth: monthOf(Date.UTC(year, month + 1)),
  };
}

/** Returns the usage at a time: the figures whose day or month has come are reset (rule 77). */
export function usageAt({ usage }: Agent, now: number): Usage {
  const fresh = freshUsage(now);
  const isSameDay = usage.dailyResetDate === fresh.dailyResetDate;
  const isSameMonth = usage.monthlyResetMonth === fresh.monthlyResetMonth;
  return {
    ...fresh,
    ...(isSameDay
      ? { dailyTransactionCount: usage.dailyTransactionCount, dailySpend: usage.dailySpend }
      : {}),
    ...(isSameMonth ? { monthlySpend: usage.monthlySpend } : {}),
  };
}

export function usageIn(world: World, agent: Agent, from: string, to: string): Usage {
  const usage = usageAt(agent, world.clock.now());
  const dailySpend = amountIn(world, usage.dailySpend, from, to);
  return { ...usage, dailySpend, monthlySpend: amountIn(world, usage.monthlySpend, from, to) };
}

function usageAfter(agent: Agent, amount: number, now: number): Usage {
  const usage = usageAt(agent, now);
  return {
    ...usage,
    dailyTransactionCount: usage.dailyTransactionCount + 1,
    dailySpend: usage.dailySpend + amount,
    monthlySpend: usage.monthlySpend + amount,
  };
}

/** Agents, each with its current usage (rule 76). */
export const agents = resource({
  name: 'agents',
  record: recordOf<Agent>(),
  id: 'Agent',
  indexes: ['customerId'],
  view: (agent, { clock }): Agent => ({ ...agent, usage: usageAt(agent, clock.now()) }),
});

export interface AgentToken {
  /** The token itself. */
  readonly id: string;
  readonly agentId: string;
}

export const agentTokens = bookkeeping('agentTokens', recordOf<AgentToken>(), {
  indexes: ['agentId'],
});

export interface DeviceCodeRecord {
  /** The code itself. */
  readonly id: string;
  readonly agentId: string;
  readonly expiresAt: number;
  readonly redeemed: boolean;
}

export const deviceCodes = bookkeeping('deviceCodes', recordOf<DeviceCodeRecord>(), {
  indexes: ['agentId'],
});

/** Returns the agent of a token; undefined for the agent of a deleted customer. */
export function agentOf(world: World, token: string): string | undefined {
  const agentId = agentTokens.in(world).get(token)?.agentId;
  const agent = agents.in(world).get(agentId ?? '');
  return isDeletedCustomer(world, agent?.customerId) ? undefined : agentId;
}

function count(call: Call<unknown>, agent: Agent, paid: number, currency: string): void {
  const amount = amountIn(call.world, paid, currency, agent.policy.spendingLimits.currency);
  const usage = usageAfter(agent, amount, call.world.clock.now());
  agents.change(call, agent, { usage });
}

/** Starts a transfer for an agent and counts it against the agent's limits; one that fails at once spends nothing. */
export function pay(call: Call<unknown>, agent: Agent, transfer: Transfer): Transaction {
  const transaction = startTransfer(call, { ...transfer, agentId: agent.id });
  const spent = transaction.status === 'FAILED' ? 0 : transfer.amount;
  count(call, agent, spent, transfer.internal.balance.currency.code);
  return transaction;
}

/** Executes a quote and counts what it sends. @throws Refusal 409 for one that is executed or expired */
export function payQuote(call: Call<unknown>, agent: Agent, quoteId: string) {
  const { quoteDesk } = call.world.ports;
  const paid = quoteDesk.execute(call, quoteDesk.require(call, quoteId, agent.id));
  const { totalSendingAmount, sendingCurrency } = paid.quote;
  count(call, agent, totalSendingAmount, sendingCurrency.code);
  return paid;
}

export function callerOf(call: Call<unknown>): Agent {
  return agents.require(call, call.agentId ?? '');
}

/** Refuses a record of another customer as unknown. @throws Refusal 404 */
export function requireOwn(
  { customerId }: Agent,
  record: { readonly id: string; readonly customerId?: string | undefined },
  label: string,
): void {
  if (record.customerId !== customerId) throw notFound(label, record.id);
}

export function holderOf({ world }: Call<unknown>, accountId: string): string | undefined {
  return accounts.in(world).get(accountId)?.customerId;
}

/** An agent and the bearer token it calls with. */
export interface ConnectedAgent {
  /** The agent. */
  readonly agent: Agent;
  /** Its bearer token: the `accessToken` of `createAgentClient`. */
  readonly accessToken: string;
}

/** Parts of a policy; the fixture fills in the rest. */
export type PolicyFields = Partial<Omit<AgentPolicy, 'spendingLimits'>> & {
  /** Limits of the amounts the agent may spend; the others are the fixture's. */
  readonly spendingLimits?: Partial<AgentPolicy['spendingLimits']>;
};

/** Fields of an agent to set; its policy can be given in parts. */
export type AgentFields = Partial<Omit<Agent, 'policy'>> & {
  /** What the agent may do; parts that are left out are the fixture's. */
  readonly policy?: PolicyFields;
};

const standardLimits = { currency: 'USD', perTransactionLimit: 1_000_000_00 };

function policyOf({ approvalThresholds, ...others }: PolicyFields): AgentPolicy {
  const spendingLimits = { ...standardLimits, ...others.spendingLimits };
  const { currency } = spendingLimits;
  return {
    permissions: ['VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'AUTO',
    ...others,
    ...(approvalThresholds && { approvalThresholds: { currency, ...approvalThresholds } }),
    spendingLimits,
  };
}

function addAgent(scene: Scene, fields: AgentFields = {}): ConnectedAgent {
  const { world, write } = scene;
  const { customerId = addCustomer(scene).id, policy: given = {}, ...others } = fields;
  const policy = policyOf(given);
  checkFixture('agent', { schema: Agent, add: addAgent }, { policy });
  const agent = agents.add(scene, {
    name: `Agent ${agents.in(world).size + 1}`,
    isPaused: false,
    isConnected: true,
    usage: freshUsage(world.clock.now()),
    ...others,
    policy,
    customerId,
  });
  const accessToken = world.random.hex('access-token', 32);
  write.insert(agentTokens, { id: accessToken, agentId: agent.id });
  return { agent: agents.view(agent, world), accessToken };
}

/** The fixture behind `mock.add.agent`. A policy in parts is checked once it is filled in. */
export const agentFixture = fixture({ schema: Agent, short: { policy: 'object' }, add: addAgent });
