import type { Customer, InternalAccount } from '@org/payments-contract';
import { invalidField } from '../../engine/refusal.ts';
import { money } from '../../ledger/currencies.ts';
import { openBalance } from '../../ledger/post.ts';
import type { Scene, World } from '../../world.ts';
import { supportedCurrencies } from '../config/config.ts';
import { credentials } from '../credentials/credentials.ts';
import { cryptocurrencies } from '../exchange-rates/rates.ts';
import { depositInstructions } from '../quotes/instructions.ts';
import { accounts } from './internal-accounts.ts';

function open(
  scene: Scene,
  currency: string,
  fields: Pick<InternalAccount, 'type'> & Partial<InternalAccount>,
): InternalAccount {
  const isPlatformAccount = fields.customerId === undefined;
  const account = accounts.add(scene, {
    status: 'ACTIVE',
    balance: money(0, currency),
    totalBalance: money(0, currency),
    fundingPaymentInstructions: depositInstructions(scene.world, currency).map((each) => ({
      ...each,
      ...(isPlatformAccount ? { isPlatformAccount } : {}),
    })),
    ...fields,
  });
  openBalance(scene, account.id, currency);
  return account;
}

const typeOf = (currency: string) =>
  cryptocurrencies.has(currency) ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';

/** Opens an embedded wallet, with its e-mail credential (rule 28). */
function openWallet(scene: Scene, { id: customerId, email = '' }: Customer, currency: string) {
  const account = open(scene, currency, {
    type: 'EMBEDDED_WALLET',
    customerId,
    privateEnabled: false,
  });
  credentials.add(scene, { accountId: account.id, type: 'EMAIL_OTP', nickname: email });
}

function walletCurrencies({ settings }: World): readonly string[] {
  return settings.choices.embeddedWalletCurrencies;
}

/** A wallet is opened with an e-mail address, which its customer must have. @throws Refusal 400 */
export function requireWalletEmail(
  world: World,
  { email, currencies = [] }: Pick<Customer, 'email' | 'currencies'>,
  field: 'email' | 'currencies',
): void {
  const wallet = walletCurrencies(world).find((currency) => currencies.includes(currency));
  if (wallet === undefined || email !== undefined) return;
  const message =
    field === 'email'
      ? `is required: the embedded wallet in ${wallet} is opened with it`
      : `need an e-mail address: the embedded wallet in ${wallet} is opened with it`;
  throw invalidField(field, message);
}

/**
 * Returns the currencies of a customer who names none: those of the platform, without those of
 * wallets without an e-mail address to open one with.
 */
export function openedCurrencies(world: World, { email }: Pick<Customer, 'email'>): string[] {
  const needEmail = email === undefined ? walletCurrencies(world) : [];
  return supportedCurrencies(world).filter((currency) => !needEmail.includes(currency));
}

/** Opens the accounts that a customer does not have yet, one for each currency (rule 121). */
export function openCustomerAccounts(scene: Scene, customer: Customer): void {
  const { world } = scene;
  const held = accounts.in(world).find('customerId', customer.id);
  const opened = new Set(held.map(({ balance }) => balance.currency.code));
  for (const currency of customer.currencies ?? []) {
    if (opened.has(currency)) continue;
    if (walletCurrencies(world).includes(currency)) openWallet(scene, customer, currency);
    else open(scene, currency, { type: typeOf(currency), customerId: customer.id });
  }
}

/** Opens the platform's internal accounts that it does not have yet: one for each currency. */
export function openPlatformAccounts(scene: Scene): void {
  const { world } = scene;
  const opened = new Set(
    accounts
      .in(world)
      .find('customerId', '')
      .map((each) => each.balance.currency.code),
  );
  for (const currency of supportedCurrencies(world)) {
    if (opened.has(currency)) continue;
    const id = `InternalAccount:${world.random.uuid('PlatformAccount')}` as const;
    open(scene, currency, { id, type: typeOf(currency) });
  }
}
