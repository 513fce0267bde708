import type { Agent, AgentAction, AgentPolicy, Quote } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { type CallOf, type Result, withFieldChecks } from '../../engine/behaviour.ts';
import { invalidField, notFound, Refusal, refuse } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import type { Recipe, World } from '../../world.ts';
import { customers } from '../customers/customers.ts';
import { externalAccountFixture } from '../external-accounts/fixture.ts';
import { addAccount } from '../internal-accounts/internal-accounts.ts';
import { requireTransfer } from '../transfers/transfer.ts';
import { agentActions, decideAction, endHeldActions, statusAfter } from './actions.ts';
import {
  agentFixture,
  agentOf,
  agents,
  agentTokens,
  deviceCodes,
  pay,
  payQuote,
  usageIn,
} from './agents.ts';
import { connectionOperations } from './device-codes.ts';
import { amountIn, paymentOfAction, requireComparable } from './payment.ts';
import { requirePolicy } from './policy.ts';

type ApprovalCall = CallOf<'agents.approveAction'>;

function requireHeld(call: ApprovalCall | CallOf<'agents.rejectAction'>): AgentAction {
  const agent = agents.require(call, call.input.agentId);
  const action = agentActions.require(call, call.input.actionId);
  if (action.agentId !== agent.id) throw notFound('AgentAction', action.id);
  if (action.status === 'PENDING_APPROVAL') return action;
  throw refuse('CONFLICT', `The action is ${action.status}`);
}

type Outcome = Pick<AgentAction, 'status' | 'transaction' | 'quote'>;

function transfer(call: ApprovalCall, agent: Agent, action: AgentAction): Outcome {
  const {
    sourceAccountId = '',
    destinationAccountId = '',
    amount = 0,
  } = action.transferDetails ?? {};
  const input = {
    source: { accountId: sourceAccountId },
    destination: { accountId: destinationAccountId },
    amount,
  };
  const direction = action.type === 'TRANSFER_IN' ? 'IN' : 'OUT';
  const transaction = pay(call, agent, requireTransfer({ ...call, input }, direction));
  return { status: statusAfter(transaction), transaction };
}

function executeHeldQuote(call: ApprovalCall, agent: Agent, { id }: Quote): Outcome {
  const { quote, transaction } = payQuote(call, agent, id);
  return { status: statusAfter(transaction), quote, transaction };
}

/** Carries out a held action. One outside the policy of now, or that is not possible any more, has failed. */
function carryOut(call: ApprovalCall, agent: Agent, action: AgentAction): Outcome {
  try {
    const permission = action.quote === undefined ? 'CREATE_TRANSFERS' : 'EXECUTE_QUOTES';
    requirePolicy(agent, permission, paymentOfAction(action), call.world, action.id);
    if (action.quote === undefined) return transfer(call, agent, action);
    return executeHeldQuote(call, agent, action.quote);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    call.note(`The action failed: ${error.facts.explanation}`);
    return { status: 'FAILED' };
  }
}

type PolicyChange = Omit<CallOf<'agents.updatePolicy'>['input'], 'agentId'>;

/** Returns limits in another currency, at the rate of now; null stays no limit. */
function recast(world: World, limits: AgentPolicy['spendingLimits'], to: string) {
  const { currency: from, ...others } = limits;
  const amounts = ['perTransactionLimit', 'dailyLimit', 'monthlyLimit'] as const;
  const converted = amounts.flatMap((name) => {
    const amount = others[name];
    return typeof amount === 'number' ? [[name, amountIn(world, amount, from, to)]] : [];
  });
  return { ...limits, ...Object.fromEntries(converted), currency: to };
}

/**
 * Returns a policy after a change: what is left out stays, also inside groups of fields; limits that
 * are left out keep their value in another currency. @throws Refusal 400 for a threshold without one
 */
function changedPolicy(world: World, before: AgentPolicy, change: PolicyChange): AgentPolicy {
  const groups = ['accountRestrictions', 'approvalThresholds'] as const;
  const merged = groups
    .filter((name) => change[name] !== undefined)
    .map((name) => [name, { ...before[name], ...change[name] }]);
  const { currency = before.spendingLimits.currency } = change.spendingLimits ?? {};
  const spendingLimits = {
    ...recast(world, before.spendingLimits, currency),
    ...change.spendingLimits,
  };
  const after = { ...before, ...change, ...Object.fromEntries(merged), spendingLimits };
  const { amount = null, currency: unit } = after.approvalThresholds ?? {};
  if (amount === null || unit !== undefined) return after;
  throw invalidField('approvalThresholds.currency', 'is required with `approvalThresholds.amount`');
}

function updatePolicy(call: CallOf<'agents.updatePolicy'>): Result {
  const { agentId, ...change } = call.input;
  const agent = agents.require(call, agentId);
  requireComparable(change);
  const policy = changedPolicy(call.world, agent.policy, change);
  const { currency: from } = agent.policy.spendingLimits;
  const usage = usageIn(call.world, agent, from, policy.spendingLimits.currency);
  return { body: agents.view(agents.change(call, agent, { policy, usage }), call.world) };
}

const AMOUNT = 125_00;

const agentAction: Recipe = (scene) => {
  const { agent } = agentFixture.add(scene);
  const { id: source } = addAccount(scene, { customerId: agent.customerId, available: AMOUNT });
  const external = { customerId: agent.customerId };
  const { id: destination } = externalAccountFixture.add(scene, external);
  return agentActions.add(scene, {
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: customers.require(scene, agent.customerId).platformCustomerId,
    status: 'PENDING_APPROVAL',
    type: 'TRANSFER_OUT',
    transferDetails: {
      amount: AMOUNT,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
  } as AgentAction);
};

/** Agents, as a platform manages them: device codes, pausing, approvals. */
export const agentsArea = area({
  resources: [agents, agentActions],
  tables: [agentTokens, deviceCodes],
  operations: {
    /** Approves a held action, which counted against the limits while it was held (rule 98). */
    'agents.approveAction'(call): Result {
      const action = requireHeld(call);
      const agent = agents.require(call, action.agentId);
      if (agent.isPaused) {
        throw refuse('CONFLICT', 'The agent is paused', `${agent.id} is paused. Resume it first.`);
      }
      return { body: decideAction(call, action, carryOut(call, agent, action)) };
    },

    ...connectionOperations,

    /** Deletes an agent; its tokens stop working, and what it holds is rejected (rules 76 and 98). */
    'agents.delete'(call) {
      const { world, write } = call;
      const agent = agents.require(call, call.input.agentId);
      endHeldActions(call, agent.id, 'The agent was deleted.');
      for (const { id } of agentTokens.in(world).find('agentId', agent.id)) {
        write.delete(agentTokens, id);
      }
      for (const { id } of deviceCodes.in(world).find('agentId', agent.id)) {
        write.delete(deviceCodes, id);
      }
      agents.remove(call, agent);
      return { body: undefined };
    },

    'agents.listApprovals': (call) =>
      listResult(agentActions, call, { filter: ({ status }) => status === 'PENDING_APPROVAL' }),

    /** Rejects a held action; it no longer counts against the limits. */
    'agents.rejectAction'(call): Result {
      const action = requireHeld(call);
      const { reason } = call.input;
      const rejectionReason = reason === undefined ? {} : { rejectionReason: reason };
      return { body: decideAction(call, action, { status: 'REJECTED', ...rejectionReason }) };
    },

    /** Changes the name or the pause flag of an agent (rule 76). */
    'agents.update'(call) {
      const { world, input } = call;
      const agent = agents.require(call, input.agentId);
      const { name = agent.name, isPaused = agent.isPaused } = input;
      return { body: agents.view(agents.change(call, agent, { name, isPaused }), world) };
    },

    /** Changes an agent's policy, effective from the next payment (rule 77). */
    'agents.updatePolicy': withFieldChecks(updatePolicy, ({ input }) => [
      () => requireComparable(input),
    ]),
  },
  fixtures: {
    /**
     * Adds a connected agent that may see transactions, and returns it with its bearer token. Its
     * policy can be given in parts; by default it may spend a million dollars at once. Without
     * `customerId`, a customer is added too.
     */
    agent: agentFixture,
  },
  ports: { agentOf },
  recipes: { AGENT_ACTION: agentAction },
});
