import type { Agent, AgentAction, Quote } from '@org/payments-contract';
import { type CallOf, plain, type Result } from '../../engine/behaviour.ts';
import { notFound, refuse } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import { requireTransfer } from '../transfers/transfer.ts';
import { agentActions, decideAction, statusAfter } from './actions.ts';
import { agents } from './agents.ts';
import { pay, payQuote } from './pay.ts';

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

/**
 * Approves a held action. It counted against the limits while it was held; the payment of a paused
 * agent is refused (rule 98).
 */
export const approveAgentAction = plain<'agents.approveAction'>({
  run(call): Result {
    const action = requireHeld(call);
    const agent = agents.require(call, action.agentId);
    if (agent.isPaused) {
      throw refuse('CONFLICT', 'The agent is paused', `${agent.id} is paused. Resume it first.`);
    }
    const outcome =
      action.quote === undefined
        ? transfer(call, agent, action)
        : executeHeldQuote(call, agent, action.quote);
    return { body: decideAction(call, action, outcome) };
  },
});

/** Rejects a held action; it no longer counts against the limits. */
export const rejectAgentAction = plain<'agents.rejectAction'>({
  run(call): Result {
    const action = requireHeld(call);
    const { reason } = call.input;
    const rejectionReason = reason === undefined ? {} : { rejectionReason: reason };
    return { body: decideAction(call, action, { status: 'REJECTED', ...rejectionReason }) };
  },
});

/** Lists the actions of all agents that wait for approval. */
export const listApprovals = plain<'agents.listApprovals'>({
  run: (call) =>
    listResult(agentActions, call, { filter: ({ status }) => status === 'PENDING_APPROVAL' }),
});
