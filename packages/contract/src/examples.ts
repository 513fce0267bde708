import {
  actions as agentActions,
  externalAccounts as agentExternalAccounts,
  internalAccounts as agentInternalAccounts,
  me as agentMe,
  quotes as agentQuotes,
  transactions as agentTransactions,
  transfers as agentTransfers,
} from './areas/agent/examples.ts';
import { examples as platformAgents } from './areas/agents/examples.ts';
import { examples as platformBeneficialOwners } from './areas/beneficial-owners/examples.ts';
import { examples as platformCards } from './areas/cards/examples.ts';
import { examples as platformConfig } from './areas/config/examples.ts';
import { examples as platformContactVerification } from './areas/contact-verification/examples.ts';
import { examples as platformCredentials } from './areas/credentials/examples.ts';
import { examples as platformCustomerImports } from './areas/customer-imports/examples.ts';
import { examples as platformCustomers } from './areas/customers/examples.ts';
import { examples as platformDelegatedKeys } from './areas/delegated-keys/examples.ts';
import { examples as platformDiscoveries } from './areas/discoveries/examples.ts';
import { examples as platformDocuments } from './areas/documents/examples.ts';
import { examples as platformExchangeRates } from './areas/exchange-rates/examples.ts';
import {
  examples as platformExternalAccounts,
  platformAccounts as platformPlatformAccounts,
} from './areas/external-accounts/examples.ts';
import { examples as platformInternalAccounts } from './areas/internal-accounts/examples.ts';
import { examples as platformInvitations } from './areas/invitations/examples.ts';
import {
  examples as platformQuotes,
  receivers as platformReceivers,
} from './areas/quotes/examples.ts';
import {
  cardSimulations as platformCardSimulations,
  examples as platformSandbox,
} from './areas/sandbox/examples.ts';
import { examples as platformSessions } from './areas/sessions/examples.ts';
import {
  stablecoinProviderAccounts as platformStablecoinProviderAccounts,
  examples as platformStablecoins,
} from './areas/stablecoins/examples.ts';
import {
  examples as platformScaFactors,
  scaLogin as platformScaLogin,
} from './areas/strong-authentication/examples.ts';
import { examples as platformTokens } from './areas/tokens/examples.ts';
import { examples as platformTransactions } from './areas/transactions/examples.ts';
import { examples as platformTransfers } from './areas/transfers/examples.ts';
import { examples as platformVerifications } from './areas/verifications/examples.ts';
import type { OperationName } from './operations.ts';

/** An input of an operation and its result. */
export interface AnyExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

type ResourceOf<Name> = Name extends `agent.${infer Resource}.${string}`
  ? `agent.${Resource}`
  : Name extends `${infer Resource}.${string}`
    ? Resource
    : never;

/** The examples of each resource; each of its operations has one, by the type of its file. */
const examples: Readonly<Record<ResourceOf<OperationName>, Readonly<Record<string, unknown>>>> = {
  agents: platformAgents,
  beneficialOwners: platformBeneficialOwners,
  cards: platformCards,
  config: platformConfig,
  contactVerification: platformContactVerification,
  credentials: platformCredentials,
  customerImports: platformCustomerImports,
  customers: platformCustomers,
  delegatedKeys: platformDelegatedKeys,
  discoveries: platformDiscoveries,
  documents: platformDocuments,
  exchangeRates: platformExchangeRates,
  externalAccounts: platformExternalAccounts,
  platformAccounts: platformPlatformAccounts,
  internalAccounts: platformInternalAccounts,
  invitations: platformInvitations,
  quotes: platformQuotes,
  receivers: platformReceivers,
  cardSimulations: platformCardSimulations,
  sandbox: platformSandbox,
  sessions: platformSessions,
  stablecoins: platformStablecoins,
  stablecoinProviderAccounts: platformStablecoinProviderAccounts,
  scaLogin: platformScaLogin,
  scaFactors: platformScaFactors,
  tokens: platformTokens,
  transactions: platformTransactions,
  transfers: platformTransfers,
  verifications: platformVerifications,
  'agent.actions': agentActions,
  'agent.externalAccounts': agentExternalAccounts,
  'agent.internalAccounts': agentInternalAccounts,
  'agent.me': agentMe,
  'agent.quotes': agentQuotes,
  'agent.transactions': agentTransactions,
  'agent.transfers': agentTransfers,
};

/**
 * Returns the example of an operation.
 *
 * @example
 * ```ts
 * exampleOf('cards.update').input; // { id: 'Card:7c1e', state: 'FROZEN' }
 * ```
 */
export function exampleOf(name: OperationName): AnyExample {
  const dot = name.lastIndexOf('.');
  const resource = name.slice(0, dot) as ResourceOf<OperationName>;
  const example = examples[resource]?.[name.slice(dot + 1)];
  if (example === undefined) throw new Error(`${name} has no example`);
  return example as AnyExample;
}
