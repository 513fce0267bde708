import { plain } from '../../engine/behaviour.ts';
import { notFound } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import { agentActions } from '../agents/actions.ts';
import { agents } from '../agents/agents.ts';
import { requirePermission } from '../agents/policy.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { transactions } from '../transactions/transactions.ts';
import { callerOf } from './caller.ts';

/** Reads the agent itself; a paused agent can do so too (rule 76). */
export const getMe = plain<'agent.me.get'>({
  run: (call) => ({ body: agents.view(callerOf(call), call.world) }),
});

/** Lists the transactions of the agent's customer (rules 73 to 75). */
export const listTransactions = plain<'agent.transactions.list'>({
  run(call) {
    const agent = callerOf(call);
    requirePermission(agent, 'VIEW_TRANSACTIONS');
    const where = { index: 'customerId', value: agent.customerId } as const;
    return listResult(transactions, call, { where });
  },
});

/** Reads a transaction of the agent's customer; another customer's is 404 (rule 75). */
export const getTransaction = plain<'agent.transactions.get'>({
  run(call) {
    const agent = callerOf(call);
    requirePermission(agent, 'VIEW_TRANSACTIONS');
    const transaction = transactions.require(call, call.input.transactionId);
    if (transaction.customerId !== agent.customerId) {
      throw notFound('Transaction', transaction.id, 'TRANSACTION_NOT_FOUND');
    }
    return { body: transactions.view(transaction, call.world) };
  },
});

/** Lists the agent's actions (rule 77). */
export const listActions = plain<'agent.actions.list'>({
  run: (call) =>
    listResult(agentActions, call, { where: { index: 'agentId', value: callerOf(call).id } }),
});

/** Reads one of the agent's actions; another agent's is 404 (rule 77). */
export const getAction = plain<'agent.actions.get'>({
  run(call) {
    const action = agentActions.require(call, call.input.actionId);
    if (action.agentId !== callerOf(call).id) throw notFound('AgentAction', action.id);
    return { body: agentActions.view(action, call.world) };
  },
});

/** Lists the internal accounts of the agent's customer (rule 75). */
export const listInternalAccounts = plain<'agent.internalAccounts.list'>({
  run: (call) =>
    listResult(accounts, call, {
      where: { index: 'customerId', value: callerOf(call).customerId },
    }),
});
