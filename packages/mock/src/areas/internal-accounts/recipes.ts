import type { InternalAccount } from '@org/payments-contract';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { addAccount } from './fixture.ts';
import { accounts } from './internal-accounts.ts';

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
export const internalAccountRecipes: Recipes = { INTERNAL_ACCOUNT: internalAccount };
