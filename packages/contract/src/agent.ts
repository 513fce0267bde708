/** The resources an agent calls with its own token, one line for each. */
export * as actions from './areas/agent/actions.ts';
export * as externalAccounts from './areas/agent/external-accounts.ts';
export * as internalAccounts from './areas/agent/internal-accounts.ts';
export * as me from './areas/agent/me.ts';
export * as quotes from './areas/agent/quotes.ts';
export * as transactions from './areas/agent/transactions.ts';
export * as transfers from './areas/agent/transfers.ts';
