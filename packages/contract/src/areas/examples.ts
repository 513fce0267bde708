// The examples of each resource of the platform, under its name.

export { examples as agents } from './agents/examples.ts';
export { examples as beneficialOwners } from './beneficial-owners/examples.ts';
export { examples as cards } from './cards/examples.ts';
export { examples as config } from './config/examples.ts';
export { examples as contactVerification } from './contact-verification/examples.ts';
export { examples as credentials } from './credentials/examples.ts';
export { examples as customerImports } from './customer-imports/examples.ts';
export { examples as customers } from './customers/examples.ts';
export { examples as delegatedKeys } from './delegated-keys/examples.ts';
export { examples as discoveries } from './discoveries/examples.ts';
export { examples as documents } from './documents/examples.ts';
export { examples as exchangeRates } from './exchange-rates/examples.ts';
export { examples as externalAccounts, platformAccounts } from './external-accounts/examples.ts';
export { examples as internalAccounts } from './internal-accounts/examples.ts';
export { examples as invitations } from './invitations/examples.ts';
export { examples as quotes, receivers } from './quotes/examples.ts';
export { cardSimulations, examples as sandbox } from './sandbox/examples.ts';
export { examples as sessions } from './sessions/examples.ts';
export { examples as stablecoins, stablecoinProviderAccounts } from './stablecoins/examples.ts';
export { examples as scaFactors, scaLogin } from './strong-authentication/examples.ts';
export { examples as tokens } from './tokens/examples.ts';
export { examples as transactions } from './transactions/examples.ts';
export { examples as transfers } from './transfers/examples.ts';
export { examples as verifications } from './verifications/examples.ts';
