import { sha256 } from '@noble/hashes/sha2.js';
import type { InternalAccount, PaymentInstructions } from '@org/payments-contract';
import { accountVariants, SIGNATURE_HEADER } from '@org/payments-contract';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { digest } from '../../digest.ts';
import { type Activity, backendId, payloadToSign } from '../../engine/payload-forms.ts';
import { invalidField } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';

type Info = PaymentInstructions['accountOrWalletInfo'];

const BANK = 'Example Sandbox Bank';
const DIGITS = 24;

/** Returns digits derived from the quote, so that every quote has its own account number. */
function digits(world: World, length: number): string {
  const hex = world.random.hex('funding-account', DIGITS);
  return [...hex]
    .map((digit) => Number.parseInt(digit, 16) % 10)
    .join('')
    .slice(0, length);
}

/** Returns an account number in Germany, with its check digits. */
function iban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

/** Returns an account number in Mexico, with its check digit. */
function clabe(account: string): string {
  const sum = [...account].reduce(
    (all, digit, at) => all + Number(digit) * Number('371'[at % 3]),
    0,
  );
  return `${account}${(10 - (sum % 10)) % 10}`;
}

/** The account to which a bank transfer is made, by its currency. */
const banks: Readonly<Record<string, (world: World) => Info>> = {
  USD: (world) => ({
    accountType: 'USD_ACCOUNT',
    accountNumber: digits(world, 12),
    routingNumber: '021000021',
    bankName: BANK,
  }),
  EUR: (world) => ({ accountType: 'EUR_ACCOUNT', iban: iban(digits(world, 18)) }),
  GBP: (world) => ({
    accountType: 'GBP_ACCOUNT',
    sortCode: '040004',
    accountNumber: digits(world, 8),
  }),
  MXN: (world) => ({ accountType: 'MXN_ACCOUNT', clabeNumber: clabe(digits(world, 17)) }),
  BRL: (world) => ({ accountType: 'BRL_ACCOUNT', qrCode: `00020126${digits(world, 20)}` }),
  INR: (world) => ({ accountType: 'INR_ACCOUNT', vpa: `sandbox.${digits(world, 8)}@example` }),
  PHP: (world) => ({
    accountType: 'PHP_ACCOUNT',
    bankName: BANK,
    accountNumber: digits(world, 12),
  }),
  NGN: (world) => ({
    accountType: 'NGN_ACCOUNT',
    bankName: BANK,
    accountNumber: digits(world, 10),
  }),
};

/** The kinds of wallet a cryptocurrency is paid to, by network; the first one is the default. */
const networks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USDC: {
    SOLANA: 'SOLANA_WALLET',
    BASE: 'BASE_WALLET',
    ETHEREUM: 'ETHEREUM_WALLET',
    POLYGON: 'POLYGON_WALLET',
  },
  USDT: {
    TRON: 'TRON_WALLET',
    ETHEREUM: 'ETHEREUM_WALLET',
    PLASMA: 'PLASMA_WALLET',
    SOLANA: 'SOLANA_WALLET',
  },
  USDB: { SPARK: 'SPARK_WALLET' },
  BTC: { LIGHTNING: 'LIGHTNING', SPARK: 'SPARK_WALLET', BITCOIN: 'BITCOIN_L1' },
};

/** Returns the currencies that a wallet's chain has; none for an account that is no wallet. */
export function currenciesOn(accountType: string): string[] {
  return Object.keys(networks).filter((currency) =>
    Object.values(networks[currency] ?? {}).includes(accountType),
  );
}

/** Returns an address of the form that a wallet's chain has. */
function addressOf(world: World, accountType: string): string {
  const random = (length: number) => world.random.hex('funding-address', length);
  switch (accountType) {
    case 'SOLANA_WALLET':
      return base58.encode(hex.decode(random(32)));
    case 'TRON_WALLET':
      return createBase58check(sha256).encode(hex.decode(`41${random(20)}`));
    case 'SPARK_WALLET':
      return bech32m.encode('spark', bech32m.toWords(hex.decode(random(36))));
    case 'BITCOIN_L1':
      return bech32.encode('bc', [0, ...bech32.toWords(hex.decode(random(20)))]);
    default:
      return `0x${random(20)}`;
  }
}

function walletInfo(world: World, accountType: string, assetType: string): Info {
  const invoice = `lnbc1${world.random.hex('funding-address', 20)}`;
  if (accountType === 'LIGHTNING') return { accountType, invoice };
  const address = addressOf(world, accountType);
  if (accountType === 'BITCOIN_L1') return { accountType, address, network: 'BITCOIN' };
  const isSpark = accountType === 'SPARK_WALLET';
  return { accountType, address, assetType, ...(isSpark ? { invoice } : {}) };
}

/** The field of each rail that reaches an account by other fields than those of a bank. */
const ownField: Readonly<Record<string, string>> = { MOBILE_MONEY: 'phoneNumber', UPI: 'vpa' };

const none: Variant = { rails: [] };

interface Variant {
  readonly rails: readonly string[];
  readonly needs?: readonly (readonly string[])[];
}

/** Returns the rails that reach an account: those of its type whose fields it has (rule 124). */
export function railsOf(info: { readonly accountType: string }): string[] {
  const variants: Readonly<Record<string, Variant>> = accountVariants;
  const { accountType: type } = info;
  const { rails, needs = [] } = Object.hasOwn(variants, type) ? (variants[type] ?? none) : none;
  const has = (name: string) => Object(info)[name] !== undefined;
  const isOther = (group: readonly string[]) =>
    !group.some((name) => Object.values(ownField).includes(name));
  return rails.filter((rail) => {
    const field = ownField[rail];
    const groups = needs.filter((group) => (field ? group.includes(field) : isOther(group)));
    return groups.length === 0 || groups.some((group) => group.every(has));
  });
}

/** Returns the reference of a payment: the one that its payer is told to name, or a new one. */
export function referenceOf(world: World, paid: readonly PaymentInstructions[] = []): string {
  const told = paid.map(({ accountOrWalletInfo: info }) => Object(info).reference as unknown);
  const named = told.find((reference) => typeof reference === 'string');
  return named ?? `REF-${world.random.hex('reference', 4)}`;
}

/** Returns how to pay for a quote from outside. @throws Refusal 400 for a network that the currency lacks */
export function fundingInstructions(
  world: World,
  currency: string,
  network: string | undefined,
): PaymentInstructions[] {
  const bank = banks[currency];
  if (bank !== undefined && network === undefined) {
    const info = bank(world);
    const paymentRails = railsOf(info);
    const reference = `FUND-${world.random.hex('funding-reference', 4)}`;
    const byBank = {
      accountOrWalletInfo: { ...info, paymentRails, reference },
      instructionsNotes: 'Name the reference in the transfer.',
    };
    const digital = { accountOrWalletInfo: walletInfo(world, 'SOLANA_WALLET', 'USDC') };
    return currency === 'USD' ? [byBank, digital] : [byBank];
  }
  const known = networks[currency] ?? {};
  const [usual] = Object.keys(known);
  const accountType = known[network ?? usual ?? ''];
  if (accountType !== undefined) {
    return [{ accountOrWalletInfo: walletInfo(world, accountType, currency) }];
  }
  const allowed = Object.keys(known).join(', ') || 'none: leave it out';
  const message = `is not a network of ${currency}; allowed: ${allowed}`;
  throw invalidField('source.cryptoNetwork', message);
}

/** The transaction on the wallet's chain, which names neither quote nor account in words. */
function transfer(world: World, quoteId: string, account: InternalAccount): Activity {
  return {
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    parameters: {
      signWith: backendId(world, 'signing-key', account.id),
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: `02${digest(`${quoteId}/${account.id}`)}`,
    },
    beside: { generateAppProofs: true },
  };
}

/** Returns the instructions to put money into an internal account; none if the mock has no bank for it. */
export function depositInstructions(world: World, currency: string): PaymentInstructions[] {
  const isReached = Object.hasOwn(banks, currency) || Object.hasOwn(networks, currency);
  const network = currency === 'BTC' ? 'SPARK' : undefined;
  return isReached ? fundingInstructions(world, currency, network) : [];
}

/** Returns the payload that an embedded wallet's session stamps, which binds the whole quote. */
export function walletInstructions(
  world: World,
  quoteId: string,
  account: InternalAccount,
  fields: object,
): PaymentInstructions[] {
  const payload = payloadToSign(world, {
    operation: 'quotes.execute',
    resource: `/quotes/${quoteId}/execute`,
    requestId: quoteId,
    fields,
    binds: { accountId: account.id },
    time: world.clock.now(),
    activity: transfer(world, quoteId, account),
  });
  const accountOrWalletInfo = { accountType: 'EMBEDDED_WALLET', payloadToSign: payload };
  const instructionsNotes = `Send the stamp over payloadToSign as ${SIGNATURE_HEADER}.`;
  return [{ accountOrWalletInfo, instructionsNotes }];
}
