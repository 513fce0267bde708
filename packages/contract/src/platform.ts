/** The resources a platform's server calls, each a namespace of operations. */

/** Programs that move money for a customer within a policy, and the approval of what they ask for. */
export * as agents from './areas/agents/operations.ts';
/** The people who own or control a business customer. */
export * as beneficialOwners from './areas/beneficial-owners/operations.ts';
/** The cards of customers: issue, freeze, close, reveal. */
export * as cards from './areas/cards/operations.ts';
/** The settings of the platform, such as the address of its webhook endpoint. */
export * as config from './areas/config/operations.ts';
/** Codes that prove a customer's e-mail address and telephone number. */
export * as contactVerification from './areas/contact-verification/operations.ts';
/** The ways a customer signs in to a wallet: e-mail codes, passkeys, OAuth. */
export * as credentials from './areas/credentials/operations.ts';
/** Imports of many customers from a file. */
export * as customerImports from './areas/customer-imports/operations.ts';
/** People and businesses that the platform has on-boarded. */
export * as customers from './areas/customers/operations.ts';
/** Keys with which the service spends from a wallet for a card. */
export * as delegatedKeys from './areas/delegated-keys/operations.ts';
/** Banks and other institutions that can receive money. */
export * as discoveries from './areas/discoveries/operations.ts';
/** Files that prove who a customer or a beneficial owner is. */
export * as documents from './areas/documents/operations.ts';
/** The present rates between currencies. */
export * as exchangeRates from './areas/exchange-rates/operations.ts';
/** Bank accounts and wallets outside the service that belong to customers. */
export * as externalAccounts from './areas/external-accounts/operations.ts';
/** Bank accounts and wallets outside the service that belong to the platform. */
export * as platformAccounts from './areas/external-accounts/platform-operations.ts';
/** Accounts that hold money in the service: balances, privacy, export of a wallet. */
export * as internalAccounts from './areas/internal-accounts/operations.ts';
/** Invitations of people to a UMA address. */
export * as invitations from './areas/invitations/operations.ts';
/** Rates and fees that are held for a limited time, and the payments that use them. */
export * as quotes from './areas/quotes/operations.ts';
/** What a receiver can be paid in; the first step of a quote. */
export * as receivers from './areas/quotes/receivers.ts';
/** A card network's messages about a card, simulated. Sandbox only. */
export * as cardSimulations from './areas/sandbox/card-simulations.ts';
/** Money, payments and webhooks, simulated. Sandbox only. */
export * as sandbox from './areas/sandbox/operations.ts';
/** The open sessions of wallets: list, refresh, revoke. */
export * as sessions from './areas/sessions/operations.ts';
/** Stablecoins that the platform issues through a provider: register, mint, burn. */
export * as stablecoins from './areas/stablecoins/operations.ts';
/** The platform's accounts at providers that issue stablecoins. */
export * as stablecoinProviderAccounts from './areas/stablecoins/provider-accounts.ts';
/** Logins of customers who have to authenticate strongly. */
export * as scaLogin from './areas/strong-authentication/login.ts';
/** The factors with which customers authenticate strongly: text message, app, passkey. */
export * as scaFactors from './areas/strong-authentication/operations.ts';
/** The platform's own API tokens. */
export * as tokens from './areas/tokens/operations.ts';
/** Payments in and out: read, approve, reject, cancel. */
export * as transactions from './areas/transactions/operations.ts';
/** Payments in one currency between an internal and an external account, without a quote. */
export * as transfers from './areas/transfers/operations.ts';
/** The check of a customer by the service. */
export * as verifications from './areas/verifications/operations.ts';
