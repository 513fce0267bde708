import { area } from '../../engine/area.ts';
import {
  createExternalAccount,
  deleteExternalAccount,
  getExternalAccount,
  listExternalAccounts,
} from './external-accounts.ts';
import { createAgentQuote, executeAgentQuote, getAgentQuote } from './quotes.ts';
import {
  getAction,
  getMe,
  getTransaction,
  listActions,
  listInternalAccounts,
  listTransactions,
} from './reads.ts';
import { createAgentTransferIn, createAgentTransferOut } from './transfers.ts';

/** The operations an agent calls with its own token, below `/agents/me`. */
export const agentArea = area({
  operations: {
    'agent.actions.get': getAction,
    'agent.actions.list': listActions,
    'agent.externalAccounts.create': createExternalAccount,
    'agent.externalAccounts.delete': deleteExternalAccount,
    'agent.externalAccounts.get': getExternalAccount,
    'agent.externalAccounts.list': listExternalAccounts,
    'agent.internalAccounts.list': listInternalAccounts,
    'agent.me.get': getMe,
    'agent.quotes.create': createAgentQuote,
    'agent.quotes.execute': executeAgentQuote,
    'agent.quotes.get': getAgentQuote,
    'agent.transactions.get': getTransaction,
    'agent.transactions.list': listTransactions,
    'agent.transfers.createIn': createAgentTransferIn,
    'agent.transfers.createOut': createAgentTransferOut,
  },
});
