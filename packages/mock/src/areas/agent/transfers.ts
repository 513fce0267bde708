import { type CallOf, plain, type Result } from '../../engine/behaviour.ts';
import { notFound } from '../../engine/refusal.ts';
import { agentActions, agents } from '../agents/agents.ts';
import { pay } from '../agents/pay.ts';
import { needsApproval, requirePolicy } from '../agents/policy.ts';
import { customers } from '../customers/customers.ts';
import { requireTransfer, type Transfer } from '../transfers/transfer.ts';

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
function transferByAgent(call: TransferCall, direction: Transfer['direction']): Result {
  const agent = agents.require(call, call.agentId ?? '');
  const customer = customers.require(call, agent.customerId);
  const transfer = requireTransfer(call, direction);
  const { id: accountId, balance, customerId } = transfer.internal;
  if (customerId !== customer.id) throw notFound('InternalAccount', accountId);
  const payment = { accountId, amount: transfer.amount, currency: balance.currency.code };
  requirePolicy(agent, payment, call.world);
  const isHeld = needsApproval(agent, payment);
  const action = agentActions.add(call, {
    agentId: agent.id,
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    status: isHeld ? 'PENDING_APPROVAL' : 'APPROVED',
    type: direction === 'IN' ? 'TRANSFER_IN' : 'TRANSFER_OUT',
    transferDetails: detailsOf(transfer),
    ...(isHeld ? {} : { transaction: pay(call, agent, transfer) }),
  });
  return { body: action };
}

/** Pulls money into an account of the agent's customer. */
export const createAgentTransferIn = plain<'agent.transfers.createIn'>({
  run: (call) => transferByAgent(call, 'IN'),
});

/** Sends money from an account of the agent's customer. */
export const createAgentTransferOut = plain<'agent.transfers.createOut'>({
  run: (call) => transferByAgent(call, 'OUT'),
});
