import type { InternalAccount } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { plain, signed } from '../../engine/behaviour.ts';
import type { Recipes } from '../../engine/recipes.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import type { Recipe } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { exportWallet } from './export.ts';
import { accountFixture, addAccount } from './fixture.ts';
import { accounts, requireHeldAccount, showBalance } from './internal-accounts.ts';
import { openPlatformAccounts } from './opening.ts';

function accountChange(name: string): Partial<InternalAccount> {
  if (name === 'STATUS_UPDATED') return { status: 'FROZEN' };
  const accountOrWalletInfo = { accountType: 'USD_ACCOUNT', accountNumber: '000123456789' };
  return { fundingPaymentInstructions: [{ accountOrWalletInfo }] };
}

const internalAccount: Recipe = (scene, name) => {
  const { id: customerId } = addCustomer(scene);
  const account = addAccount(scene, { customerId, available: 125_00 });
  return name === 'BALANCE_UPDATED'
    ? account
    : accounts.change(scene, account, accountChange(name));
};

/** How the events of internal accounts are triggered. */
const internalAccountRecipes: Recipes = { INTERNAL_ACCOUNT: internalAccount };

/** Changes wallet privacy (rules 25 and 26). */
const updateInternalAccount = signed<'internalAccounts.update'>({
  plan(call) {
    const account = requireHeldAccount(call, call.input.id);
    return {
      signers: { accountIds: [account.id] },
      check() {
        if (account.type === 'EMBEDDED_WALLET') return;
        const message = `is only for EMBEDDED_WALLET accounts; this one is ${account.type}`;
        throw invalidInput([{ field: 'privateEnabled', message }]);
      },
      apply() {
        const { privateEnabled = account.privateEnabled } = call.input;
        return { body: accounts.change(call, account, { privateEnabled }) };
      },
    };
  },
});

/** Lists the platform's own accounts, all in one response. */
const listPlatformAccounts = plain<'internalAccounts.listPlatform'>({
  run: (call) => listResult(accounts, call),
});

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
