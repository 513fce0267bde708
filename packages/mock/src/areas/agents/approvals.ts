import type { AgentAction } from '@org/payments-contract';
import { type CallOf, plain, type Result } from '../../engine/behaviour.ts';
import { notFound, refuse } from '../../engine/refusal.ts';
import { requireTransfer } from '../transfers/transfer.ts';
import { agentActions, agents } from './agents.ts';
import { pay } from './pay.ts';

type DecisionCall = CallOf<'agents.approveAction'> | CallOf<'agents.rejectAction'>;

function requireHeld(call: DecisionCall): AgentAction {
  const agent = agents.require(call, call.input.agentId);
  const action = agentActions.require(call, call.input.actionId);
  if (action.agentId !== agent.id) throw notFound('AgentAction', action.id);
  if (action.status === 'PENDING_APPROVAL') return action;
  throw refuse('CONFLICT', `The action is ${action.status}`);
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
    return { body: agentActions.change(call, action, { status: 'APPROVED', transaction }) };
  },
});

/** Rejects a held action; it no longer counts against the limits. */
export const rejectAgentAction = plain<'agents.rejectAction'>({
  run(call): Result {
    const action = requireHeld(call);
    const { reason } = call.input;
    const rejectionReason = reason === undefined ? {} : { rejectionReason: reason };
    const body = agentActions.change(call, action, { status: 'REJECTED', ...rejectionReason });
    return { body };
  },
});
