import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { listResult } from '../../engine/resource/list.ts';
import { agents } from '../agents/agents.ts';
import { transactions } from '../transactions/transactions.ts';
import { createAgentTransferIn, createAgentTransferOut } from './transfers.ts';

/** Lists the transactions of the agent's customer (rules 73 to 75). */
const listTransactions = plain<'agent.transactions.list'>({
  run(call) {
    const { customerId } = agents.require(call, call.agentId ?? '');
    return listResult(transactions, call, { where: { index: 'customerId', value: customerId } });
  },
});

/** What an agent does with its own token, below `/agents/me`. */
export const agentArea = area({
  operations: {
    'agent.transactions.list': listTransactions,
    'agent.transfers.createIn': createAgentTransferIn,
    'agent.transfers.createOut': createAgentTransferOut,
  },
});
