import * as agents from './areas/agents/operations.ts';
import * as beneficialOwners from './areas/beneficial-owners/operations.ts';
import * as cards from './areas/cards/operations.ts';
import * as contactVerification from './areas/contact-verification/operations.ts';
import * as credentials from './areas/credentials/operations.ts';
import * as customers from './areas/customers/operations.ts';
import * as documents from './areas/documents/operations.ts';
import * as exchangeRates from './areas/exchange-rates/operations.ts';
import * as externalAccounts from './areas/external-accounts/operations.ts';
import * as internalAccounts from './areas/internal-accounts/operations.ts';
import * as sandbox from './areas/sandbox/operations.ts';
import * as sessions from './areas/sessions/operations.ts';
import * as transactions from './areas/transactions/operations.ts';
import * as transfers from './areas/transfers/operations.ts';
import * as verifications from './areas/verifications/operations.ts';

/** The resources a platform's server calls, each a namespace of operations. One line an area. */
export const platform = {
  agents,
  beneficialOwners,
  cards,
  contactVerification,
  credentials,
  customers,
  documents,
  exchangeRates,
  externalAccounts,
  internalAccounts,
  sandbox,
  sessions,
  transactions,
  transfers,
  verifications,
};
