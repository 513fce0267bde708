import { InternalAccount } from '@org/payments-contract';
import { notFound } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { money } from '../../ledger/currencies.ts';
import { deposit, hold } from '../../ledger/ledger.ts';
import { openBalance } from '../../ledger/post.ts';
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
    },
  },
});

/** Returns an account whose customer is not deleted. @throws Refusal 404 */
export function requireHeldAccount(scene: { readonly world: World }, id: string): InternalAccount {
  const account = accounts.require(scene, id);
  if (!isDeletedCustomer(scene.world, account.customerId)) return account;
  throw notFound('InternalAccount', id);
}

/** Returns an owner's active account in a currency; that of the platform without a customer. */
export function activeAccount(world: World, customerId: string | undefined, code: string) {
  const held = accounts.in(world).find('customerId', customerId ?? '');
  return held.find(({ status, balance }) => status === 'ACTIVE' && balance.currency.code === code);
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

/** Fields of an account to set; currency and balance have short forms. */
export interface AccountFields extends Partial<InternalAccount> {
  /** Currency code. Default: USD. */
  readonly currency?: string;
  /** Available balance in the smallest unit, deposited from outside. Default: 0. */
  readonly available?: number;
  /** Held funds in addition, in the smallest unit. Default: 0. */
  readonly held?: number;
}

export const accountShortFields = {
  currency: 'string',
  available: 'number',
  held: 'number',
} as const;

/** Adds an account to a scene; its money comes in through the ledger. */
export function addAccount(scene: Scene, fields: AccountFields = {}): InternalAccount {
  const { currency: short, available: given, held: givenHeld, ...rest } = fields;
  const { balance, totalBalance, ...others } = rest;
  const currency = short ?? balance?.currency.code ?? totalBalance?.currency.code ?? 'USD';
  const available = given ?? balance?.amount ?? 0;
  const held = givenHeld ?? Math.max(0, (totalBalance?.amount ?? available) - available);
  const account = accounts.add(scene, {
    type: 'INTERNAL_FIAT',
    status: 'ACTIVE',
    balance: money(0, currency),
    totalBalance: money(0, currency),
    fundingPaymentInstructions: [],
    ...(rest.type === 'EMBEDDED_WALLET' ? { privateEnabled: false } : {}),
    ...others,
  });
  openBalance(scene, account.id, currency);
  deposit(scene, { accountId: account.id, amount: available + held, purpose: 'fixture' });
  hold(scene, { accountId: account.id, amount: held, purpose: `fixture/${account.id}` });
  return accounts.require(scene, account.id);
}

export const accountFixture = fixture({
  schema: InternalAccount,
  short: accountShortFields,
  add: addAccount,
});
