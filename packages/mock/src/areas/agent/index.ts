import { area } from '../../engine/area.ts';
import { type CallOf, type Result, withFieldChecks } from '../../engine/behaviour.ts';
import { notFound, refuse } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import { agentActions, holdAction, recordAction } from '../agents/actions.ts';
import { agents, callerOf, pay, requireOwn } from '../agents/agents.ts';
import {
  needsApproval,
  requireActive,
  requirePermission,
  requirePolicy,
} from '../agents/policy.ts';
import { accountChecks, createForCustomer } from '../external-accounts/create.ts';
import {
  type ExternalAccountRecord,
  externalAccounts,
} from '../external-accounts/external-accounts.ts';
import { ownedOperations } from '../external-accounts/owned.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { transactions } from '../transactions/transactions.ts';
import { requireTransfer, type Transfer } from '../transfers/transfer.ts';
import { agentQuoteOperations } from './quotes.ts';

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
  const action = needsApproval(call.world, agent, payment)
    ? holdAction(call, agent, asked)
    : recordAction(call, agent, { ...asked, transaction: pay(call, agent, transfer) });
  return { body: agentActions.view(action, call.world) };
}

function createExternalAccount(call: CallOf<'agent.externalAccounts.create'>): Result {
  const agent = callerOf(call);
  requireActive(agent, 'MANAGE_EXTERNAL_ACCOUNTS');
  const { customerId = agent.customerId } = call.input;
  if (customerId !== agent.customerId) {
    const explanation = `${agent.id} acts for ${agent.customerId}, not for ${customerId}.`;
    throw refuse('FORBIDDEN', 'The agent acts for a different customer', explanation);
  }
  return createForCustomer({ ...call, input: { ...call.input, customerId } });
}

const { delete: deleteForCustomer } = ownedOperations('customers');

type OneAccountCall =
  | CallOf<'agent.externalAccounts.get'>
  | CallOf<'agent.externalAccounts.delete'>;

function requireOwnAccount(call: OneAccountCall): ExternalAccountRecord {
  const account = externalAccounts.require(call, call.input.externalAccountId);
  requireOwn(callerOf(call), account, 'ExternalAccount');
  return account;
}

/** The operations an agent calls with its own token, below `/agents/me`. */
export const agentArea = area({
  operations: {
    /** Reads one of the agent's actions; another agent's is 404 (rule 77). */
    'agent.actions.get'(call) {
      const action = agentActions.require(call, call.input.actionId);
      if (action.agentId !== callerOf(call).id) throw notFound('AgentAction', action.id);
      return { body: agentActions.view(action, call.world) };
    },

    /** Lists the agent's actions (rule 77). */
    'agent.actions.list': (call) =>
      listResult(agentActions, call, { where: { index: 'agentId', value: callerOf(call).id } }),

    /** Adds an external account of the agent's customer, as the platform could (rule 77). */
    'agent.externalAccounts.create': withFieldChecks(createExternalAccount, accountChecks),

    /** Removes an external account of the agent's customer, as the platform could (rule 77). */
    'agent.externalAccounts.delete'(call) {
      requireActive(callerOf(call), 'MANAGE_EXTERNAL_ACCOUNTS');
      requireOwnAccount(call);
      return deleteForCustomer(call);
    },

    /** Reads an external account of the agent's customer; another customer's is 404 (rule 75). */
    'agent.externalAccounts.get'(call) {
      requirePermission(callerOf(call), 'MANAGE_EXTERNAL_ACCOUNTS');
      return { body: externalAccounts.view(requireOwnAccount(call), call.world) };
    },

    /** Lists the external accounts of the agent's customer (rule 75). */
    'agent.externalAccounts.list'(call) {
      const agent = callerOf(call);
      requirePermission(agent, 'MANAGE_EXTERNAL_ACCOUNTS');
      const where = { index: 'customerId', value: agent.customerId } as const;
      return listResult(externalAccounts, call, { where });
    },

    /** Lists the internal accounts of the agent's customer, with their balances (rule 75). */
    'agent.internalAccounts.list'(call) {
      const agent = callerOf(call);
      requirePermission(agent, 'VIEW_TRANSACTIONS');
      const where = { index: 'customerId', value: agent.customerId } as const;
      return listResult(accounts, call, { where });
    },

    /** Reads the agent itself; a paused agent can do so too (rule 76). */
    'agent.me.get': (call) => ({ body: agents.view(callerOf(call), call.world) }),

    ...agentQuoteOperations,

    /** Reads a transaction of the agent's customer; another customer's is 404 (rule 75). */
    'agent.transactions.get'(call) {
      const agent = callerOf(call);
      requirePermission(agent, 'VIEW_TRANSACTIONS');
      const transaction = transactions.require(call, call.input.transactionId);
      if (transaction.customerId !== agent.customerId) {
        throw notFound('Transaction', transaction.id, 'TRANSACTION_NOT_FOUND');
      }
      return { body: transactions.view(transaction, call.world) };
    },

    /** Lists the transactions of the agent's customer (rules 73 to 75). */
    'agent.transactions.list'(call) {
      const agent = callerOf(call);
      requirePermission(agent, 'VIEW_TRANSACTIONS');
      const where = { index: 'customerId', value: agent.customerId } as const;
      return listResult(transactions, call, { where });
    },

    'agent.transfers.createIn': (call) => transferByAgent(call, 'IN'),

    'agent.transfers.createOut': (call) => transferByAgent(call, 'OUT'),
  },
});
