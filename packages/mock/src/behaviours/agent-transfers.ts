import type { Agent, AgentAction } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Answer, type Call, type CallOf, plain } from '../engine/behaviour.ts';
import { notFound, refuse } from '../engine/refusal.ts';
import { needsApproval, requirePolicy } from './agent-policy.ts';
import { usageAfter } from './agent-usage.ts';
import { freshId, requireRecord } from './shared.ts';
import { requireTransfer, startTransfer, type Transfer } from './transfers.ts';

function pay(call: Call<unknown>, agent: Agent, transfer: Transfer) {
  const { world, write } = call;
  const now = world.clock.now();
  const usage = usageAfter(agent, transfer.amount, now);
  write.update('agents', agent, { usage, updatedAt: iso(now) });
  return startTransfer(call, { ...transfer, agentId: agent.id });
}

function detailsOf({ direction, internal, external, amount }: Transfer) {
  const [source, destination] = direction === 'IN' ? [external, internal] : [internal, external];
  return {
    amount,
    currency: internal.balance.currency.code,
    sourceAccountId: source.id,
    destinationAccountId: destination.id,
  };
}

type TransferCall = CallOf<'agent.transfers.createIn'> | CallOf<'agent.transfers.createOut'>;

/** Starts the transfer an agent asks for, or holds it for approval (rule 77). */
function transferByAgent(call: TransferCall, direction: Transfer['direction']): Answer {
  const { world, write } = call;
  const agent = requireRecord(call, 'agents', call.agentId ?? '');
  const customer = requireRecord(call, 'customers', agent.customerId);
  const transfer = requireTransfer(call, direction);
  if (transfer.internal.customerId !== customer.id) {
    const { notFoundCode } = world.settings.choices;
    throw notFound('InternalAccount', transfer.internal.id, notFoundCode);
  }
  const { id: accountId, balance } = transfer.internal;
  const payment = { accountId, amount: transfer.amount, currency: balance.currency.code };
  requirePolicy(agent, payment, world);
  const isHeld = needsApproval(agent, payment);
  const now = iso(world.clock.now());
  const action = write.insert('agentActions', {
    id: freshId(world, 'AgentAction'),
    agentId: agent.id,
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    status: isHeld ? 'PENDING_APPROVAL' : 'APPROVED',
    type: direction === 'IN' ? 'TRANSFER_IN' : 'TRANSFER_OUT',
    transferDetails: detailsOf(transfer),
    ...(isHeld ? {} : { transaction: pay(call, agent, transfer) }),
    createdAt: now,
    updatedAt: now,
  });
  return { body: action };
}

export const createAgentTransferIn = plain<'agent.transfers.createIn'>({
  answer: (call) => transferByAgent(call, 'IN'),
});

export const createAgentTransferOut = plain<'agent.transfers.createOut'>({
  answer: (call) => transferByAgent(call, 'OUT'),
});

type DecisionCall = CallOf<'agents.approveAction'> | CallOf<'agents.rejectAction'>;

function requireHeld(call: DecisionCall): AgentAction {
  const agent = requireRecord(call, 'agents', call.input.agentId);
  const action = requireRecord(call, 'agentActions', call.input.actionId);
  if (action.agentId !== agent.id) {
    throw notFound('AgentAction', action.id, call.world.settings.choices.notFoundCode);
  }
  if (action.status === 'PENDING_APPROVAL') return action;
  throw refuse('CONFLICT', `The action is ${action.status}`);
}

/** Lets a held action go on; the limits that waited with it are counted now. */
export const approveAgentAction = plain<'agents.approveAction'>({
  answer(call): Answer {
    const { world, write } = call;
    const action = requireHeld(call);
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
    const transfer = requireTransfer({ ...call, input }, direction);
    const agent = requireRecord(call, 'agents', action.agentId);
    const transaction = pay(call, agent, transfer);
    const updatedAt = iso(world.clock.now());
    const fields = { status: 'APPROVED', transaction, updatedAt };
    return { body: write.update('agentActions', action, fields) };
  },
});

/** Ends a held action. */
export const rejectAgentAction = plain<'agents.rejectAction'>({
  answer(call): Answer {
    const { world, write, input } = call;
    const action = requireHeld(call);
    const { reason } = input;
    const body = write.update('agentActions', action, {
      status: 'REJECTED',
      ...(reason === undefined ? {} : { rejectionReason: reason }),
      updatedAt: iso(world.clock.now()),
    });
    return { body };
  },
});
