import { InternalAccount } from '@org/payments-contract';
import { money } from '../../currencies.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { deposit, hold } from '../../ledger/ledger.ts';
import { openBalance } from '../../ledger/post.ts';
import type { Scene } from '../../world.ts';
import { accounts } from './internal-accounts.ts';

/** Fields of an account to set; currency and balance have short forms. */
export interface AccountFields extends Partial<InternalAccount> {
  /** Currency code. Default: USD. */
  readonly currency?: string;
  /** Available balance in the smallest unit, deposited from outside. Default: 0. */
  readonly available?: number;
  /** Held funds in addition, in the smallest unit. Default: 0. */
  readonly held?: number;
}

/** The short fields of an account, for fixtures that take them. */
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

/** The fixture behind `mock.add.internalAccount`. */
export const accountFixture = fixture({
  schema: InternalAccount,
  short: accountShortFields,
  add: addAccount,
});
