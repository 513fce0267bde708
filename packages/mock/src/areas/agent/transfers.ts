import { type CallOf, plain, type Result } from '../../engine/behaviour.ts';
import { agentActions, holdAction, recordAction } from '../agents/actions.ts';
import { pay } from '../agents/pay.ts';
import { needsApproval, requirePolicy } from '../agents/policy.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { requireTransfer, type Transfer } from '../transfers/transfer.ts';
import { callerOf, requireOwn } from './caller.ts';

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

/** Starts the transfer an agent requests, or holds it for approval (rule 77). */
function transferByAgent(call: TransferCall, direction: Transfer['direction']): Result {
  const agent = callerOf(call);
  const { source, destination } = call.input;
  const [inside, outside] = direction === 'IN' ? [destination, source] : [source, destination];
  requireOwn(agent, accounts.require(call, inside.accountId), 'InternalAccount');
  requireOwn(agent, externalAccounts.require(call, outside.accountId), 'ExternalAccount');
  const transfer = requireTransfer(call, direction);
  const payment = {
    internalAccountIds: [transfer.internal.id],
    externalAccountIds: [transfer.external.id],
    amount: transfer.amount,
    currency: transfer.internal.balance.currency.code,
  };
  requirePolicy(agent, 'CREATE_TRANSFERS', payment, call.world);
  const type = direction === 'IN' ? 'TRANSFER_IN' : 'TRANSFER_OUT';
  const asked = { type, transferDetails: detailsOf(transfer) };
  const action = needsApproval(agent, payment)
    ? holdAction(call, agent, asked)
    : recordAction(call, agent, { ...asked, transaction: pay(call, agent, transfer) });
  return { body: agentActions.view(action, call.world) };
}

/** Pulls money into an account of the agent's customer. */
export const createAgentTransferIn = plain<'agent.transfers.createIn'>({
  run: (call) => transferByAgent(call, 'IN'),
});

/** Sends money from an account of the agent's customer. */
export const createAgentTransferOut = plain<'agent.transfers.createOut'>({
  run: (call) => transferByAgent(call, 'OUT'),
});
