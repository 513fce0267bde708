/** The resources an agent calls with its own token. */

/** What the agent did or asked for, and what awaits approval. */
export * as actions from './areas/agent/actions.ts';
/** The accounts outside the service that the agent may pay. */
export * as externalAccounts from './areas/agent/external-accounts.ts';
/** The accounts in the service that the agent may use. */
export * as internalAccounts from './areas/agent/internal-accounts.ts';
/** The agent itself: its policy, and what it has spent. */
export * as me from './areas/agent/me.ts';
/** Rates and fees that are held for a limited time, and the payments that use them. */
export * as quotes from './areas/agent/quotes.ts';
/** The payments of the agent's customer. */
export * as transactions from './areas/agent/transactions.ts';
/** Payments in one currency between an internal and an external account, without a quote. */
export * as transfers from './areas/agent/transfers.ts';
