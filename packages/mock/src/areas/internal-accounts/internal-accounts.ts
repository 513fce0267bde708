import type { InternalAccount } from '@org/payments-contract';
import { notFound } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, ShownBalance, World } from '../../world.ts';
import { isDeletedCustomer } from '../customers/customers.ts';

/** Internal accounts. Their balances come from the ledger, and only the ledger changes them. */
export const accounts = resource({
  name: 'accounts',
  rows: 'internalAccounts',
  record: recordOf<InternalAccount>(),
  id: 'InternalAccount',
  indexes: ['customerId'],
  filters: {
    currency: ({ balance }, currency: string) => balance.currency.code === currency,
  },
  listed: ({ customerId }, { operation }) =>
    (customerId === undefined) === (operation.name === 'internalAccounts.listPlatform'),
  emits: {
    changed: {
      balance: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      totalBalance: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      status: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      fundingPaymentInstructions: 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
    },
  },
});

/**
 * Returns an account that its holder can use.
 *
 * @throws Refusal 404 for one that does not exist, or whose customer is deleted
 */
export function requireHeldAccount(scene: { readonly world: World }, id: string): InternalAccount {
  const account = accounts.require(scene, id);
  if (!isDeletedCustomer(scene.world, account.customerId)) return account;
  throw notFound('InternalAccount', id);
}

/** Returns why an account can neither send nor receive; undefined for an active one. */
export function statusProblem({ status }: Pick<InternalAccount, 'status'>): string | undefined {
  return status === 'ACTIVE'
    ? undefined
    : `is ${status}; only an ACTIVE account can send and receive`;
}

/** Copies an account's balances from the ledger after a posting. */
export function showBalance(scene: Scene, accountId: string, { available, held }: ShownBalance) {
  const account = accounts.in(scene.world).get(accountId);
  if (account === undefined) return;
  const { currency } = account.balance;
  const total = available + held;
  if (account.balance.amount === available && account.totalBalance.amount === total) return;
  accounts.change(scene, account, {
    balance: { amount: available, currency },
    totalBalance: { amount: total, currency },
  });
}
