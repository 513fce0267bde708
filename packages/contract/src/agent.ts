import * as transactions from './areas/agent/transactions.ts';
import * as transfers from './areas/agent/transfers.ts';

/** The resources an agent calls with its own token, each a namespace of operations. */
export const agent = {
  transactions,
  transfers,
};
