// The events of each area that declares some. A test compares the list with the folders.
export * as agents from './areas/agents/events.ts';
export * as cards from './areas/cards/events.ts';
export * as config from './areas/config/events.ts';
export * as customerImports from './areas/customer-imports/events.ts';
export * as customers from './areas/customers/events.ts';
export * as externalAccounts from './areas/external-accounts/events.ts';
export * as internalAccounts from './areas/internal-accounts/events.ts';
export * as invitations from './areas/invitations/events.ts';
export * as transactions from './areas/transactions/events.ts';
export * as verifications from './areas/verifications/events.ts';
