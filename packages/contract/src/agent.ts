import * as actions from './areas/agent/actions.ts';
import * as externalAccounts from './areas/agent/external-accounts.ts';
import * as internalAccounts from './areas/agent/internal-accounts.ts';
import * as me from './areas/agent/me.ts';
import * as quotes from './areas/agent/quotes.ts';
import * as transactions from './areas/agent/transactions.ts';
import * as transfers from './areas/agent/transfers.ts';

/** The resources an agent calls with its own token, each a namespace of operations. */
export const agent = {
  actions,
  externalAccounts,
  internalAccounts,
  me,
  quotes,
  transactions,
  transfers,
};
