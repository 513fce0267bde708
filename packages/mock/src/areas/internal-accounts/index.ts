import { area } from '../../engine/area.ts';
import { exportWallet } from './export.ts';
import { accountFixture } from './fixture.ts';
import { accounts, showBalance } from './internal-accounts.ts';
import { listPlatformAccounts } from './list-platform.ts';
import { openPlatformAccounts } from './opening.ts';
import { updateInternalAccount } from './operations.ts';
import { internalAccountRecipes } from './recipes.ts';

/** Internal accounts of customers and of the platform. */
export const internalAccountsArea = area({
  resources: [accounts],
  operations: {
    'internalAccounts.export': exportWallet,
    'internalAccounts.listPlatform': listPlatformAccounts,
    'internalAccounts.update': updateInternalAccount,
  },
  fixtures: {
    /** Adds an account without credentials: a fiat account of the platform, unless the fields differ. */
    internalAccount: accountFixture,
  },
  start: openPlatformAccounts,
  ports: { showBalance },
  recipes: internalAccountRecipes,
});
