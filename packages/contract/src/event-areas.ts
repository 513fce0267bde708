// Written by `npm run generate` from the folders of the areas. Do not edit.
import * as agents from './areas/agents/events.ts';
import * as cards from './areas/cards/events.ts';
import * as config from './areas/config/events.ts';
import * as customers from './areas/customers/events.ts';
import * as externalAccounts from './areas/external-accounts/events.ts';
import * as internalAccounts from './areas/internal-accounts/events.ts';
import * as invitations from './areas/invitations/events.ts';
import * as transactions from './areas/transactions/events.ts';
import * as verifications from './areas/verifications/events.ts';

/** The webhook events of each area. */
export const eventAreas = {
  agents,
  cards,
  config,
  customers,
  externalAccounts,
  internalAccounts,
  invitations,
  transactions,
  verifications,
};
