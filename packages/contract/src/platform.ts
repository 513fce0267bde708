import * as agents from './areas/agents/operations.ts';
import * as beneficialOwners from './areas/beneficial-owners/operations.ts';
import * as cards from './areas/cards/operations.ts';
import * as config from './areas/config/operations.ts';
import * as contactVerification from './areas/contact-verification/operations.ts';
import * as credentials from './areas/credentials/operations.ts';
import * as customers from './areas/customers/operations.ts';
import * as discoveries from './areas/discoveries/operations.ts';
import * as documents from './areas/documents/operations.ts';
import * as exchangeRates from './areas/exchange-rates/operations.ts';
import * as externalAccounts from './areas/external-accounts/operations.ts';
import * as platformAccounts from './areas/external-accounts/platform-operations.ts';
import * as internalAccounts from './areas/internal-accounts/operations.ts';
import * as invitations from './areas/invitations/operations.ts';
import * as quotes from './areas/quotes/operations.ts';
import * as receivers from './areas/quotes/receivers.ts';
import * as cardSimulations from './areas/sandbox/card-simulations.ts';
import * as sandbox from './areas/sandbox/operations.ts';
import * as sessions from './areas/sessions/operations.ts';
import * as tokens from './areas/tokens/operations.ts';
import * as transactions from './areas/transactions/operations.ts';
import * as transfers from './areas/transfers/operations.ts';
import * as verifications from './areas/verifications/operations.ts';

/** The resources a platform's server calls, each a namespace of operations. One line an area. */
export const platform = {
  agents,
  beneficialOwners,
  cards,
  cardSimulations,
  config,
  contactVerification,
  credentials,
  customers,
  discoveries,
  documents,
  exchangeRates,
  externalAccounts,
  internalAccounts,
  invitations,
  platformAccounts,
  quotes,
  receivers,
  sandbox,
  sessions,
  tokens,
  transactions,
  transfers,
  verifications,
};
