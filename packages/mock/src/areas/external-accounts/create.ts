import { type AccountInfo, accountVariants, type ExternalAccount } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import type { Call, CallOf, Result } from '../../engine/behaviour.ts';
import { checkAll, invalidField, refuse } from '../../engine/refusal.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Scene, World } from '../../world.ts';
import { requireCustomer } from '../customers/customers.ts';
import { cryptocurrencies } from '../exchange-rates/rates.ts';
import { currenciesOn, railsOf } from '../quotes/instructions.ts';
import { externalAccounts, identifierOf } from './external-accounts.ts';

type Input = CallOf<'externalAccounts.create'>['input'];

/** Returns an account's details as they are stored, with the rails that reach it. */
export function storedInfo(given: object): AccountInfo {
  const { platformAccountId: _moved, ...info } = given as { readonly platformAccountId?: unknown };
  const rails = railsOf(info as AccountInfo);
  return { ...info, ...(rails.length === 0 ? {} : { paymentRails: rails }) } as AccountInfo;
}

/** Returns the result of checking the beneficiary's name. @throws Refusal 400 for an invalid account */
function beneficiaryCheck(world: World, accountInfo: AccountInfo) {
  const { beneficiaryName } = world.settings.outcomes;
  const status = outcomeOf(beneficiaryName, identifierOf({ accountInfo }));
  if (status === 'INVALID') {
    throw refuse('INVALID_BANK_ACCOUNT', 'The bank account is not valid');
  }
  const { beneficiary } = accountInfo as { readonly beneficiary?: { readonly fullName?: string } };
  const fullName = beneficiary?.fullName;
  const isKnown = status === 'MATCHED' || status === 'PARTIAL_MATCH';
  const verified = fullName !== undefined && isKnown;
  return {
    beneficiaryVerificationStatus: status,
    ...(verified ? { beneficiaryVerifiedData: { fullName: knownName(fullName, status) } } : {}),
  };
}

/** Returns the holder's name as the bank has it. For a partial match, the first name differs. */
function knownName(fullName: string, status: string): string {
  if (status === 'MATCHED') return fullName;
  const [first = '', ...rest] = fullName.split(' ');
  return [`${first.slice(0, 1)}.`, ...rest].join(' ');
}

/** Returns the currency of a type of account; undefined if it can have any (rule 111). */
export function currencyOf(accountType: string): string | undefined {
  const variants: Readonly<Record<string, object>> = accountVariants;
  const variant = Object.hasOwn(variants, accountType) ? variants[accountType] : undefined;
  return (variant as { readonly currency?: string } | undefined)?.currency;
}

/** Whether a currency is a token that a platform configured, which only Spark has. */
const isToken = (currency: string) =>
  currencyOf(`${currency}_ACCOUNT`) === undefined && !cryptocurrencies.has(currency);

/** Checks that the currency is the account type's, or one of its chain. @throws Refusal 400 */
function requireFittingCurrency({
  currency,
  accountInfo: { accountType },
}: Pick<Input, 'currency' | 'accountInfo'>) {
  const ofType = currencyOf(accountType);
  const allowed = ofType === undefined ? currenciesOn(accountType) : [ofType];
  if (allowed.length === 0 || allowed.includes(currency)) return;
  if (accountType === 'SPARK_WALLET' && isToken(currency)) return;
  const message = `is ${currency}; a ${accountType} is in ${allowed.join(' or ')}`;
  throw invalidField('currency', message);
}

/** Checks the form of an address on Spark, the only chain whose form is known. @throws Refusal 400 */
function requireSparkAddress({ accountInfo }: Pick<Input, 'accountInfo'>): void {
  if (accountInfo.accountType !== 'SPARK_WALLET') return;
  if (/^spark(rt)?1[\da-z]+$/i.test(accountInfo.address)) return;
  const message =
    'is not an address on Spark, which begins with spark1, or with sparkrt1 on its test network';
  throw invalidField('accountInfo.address', message);
}

/** The wallets of CNY, which its accounts name as their bank. */
const chineseWallets = ['AliPay', 'WechatPay'];

/** Banks pay accounts in CNY of businesses only (rule 178). @throws Refusal 400 */
function requireChineseHolder({ input: { accountInfo }, body }: Given): void {
  if (accountInfo.accountType !== 'CNY_ACCOUNT') return;
  const { bankName, beneficiary } = accountInfo;
  // A number of another form is one too: the account is at a bank.
  const isAtBank = Object(Object(body).accountInfo).accountNumber !== undefined;
  if (!isAtBank && bankName !== undefined && !chineseWallets.includes(bankName)) {
    const message = `must be one of ${chineseWallets.join(', ')}, or the bank of an accountNumber`;
    throw invalidField('accountInfo.bankName', message);
  }
  if (!isAtBank || beneficiary?.beneficiaryType !== 'INDIVIDUAL') return;
  const message = 'must be BUSINESS: a bank account in CNY is paid for a business only';
  throw invalidField('accountInfo.beneficiary.beneficiaryType', message);
}

/** What a request says of an account. */
interface Given {
  readonly input: Omit<Input, 'customerId'>;
  readonly body: unknown;
}

/** The checks of the details of an account, of which any may be left out. */
export const accountChecks = (given: Given) =>
  given.input.accountInfo === undefined
    ? []
    : [
        () => requireFittingCurrency(given.input),
        () => requireSparkAddress(given.input),
        () => requireChineseHolder(given),
      ];

/** The details of an account that tell it from others: all but its holder. */
function detailsOf({ currency, accountInfo }: Pick<ExternalAccount, 'currency' | 'accountInfo'>) {
  const { beneficiary: _holder, ...details } = accountInfo as { readonly beneficiary?: object };
  const text = canonicalJson({ currency, details });
  return accountInfo.accountType === 'SPARK_WALLET' ? text.toLowerCase() : text;
}

/** Checks that the owner has neither the account nor its `platformAccountId` yet. @throws Refusal 409 */
function requireNew({ world }: Call<unknown>, added: Omit<ExternalAccount, 'id'>): void {
  const { customerId, platformAccountId } = added;
  const own = externalAccounts.in(world).find('customerId', customerId ?? '');
  const details = detailsOf(added);
  const other = own.find(
    (each) =>
      (platformAccountId !== undefined && each.platformAccountId === platformAccountId) ||
      detailsOf(each) === details,
  );
  if (other === undefined) return;
  throw refuse('CONFLICT', 'The account exists already', `${other.id} is the same account.`);
}

/** Adds an account of a customer or, without one, of the platform. */
function addAccount(
  call: Call<unknown>,
  input: Omit<Input, 'customerId'>,
  customerId: ExternalAccount['customerId'],
): ExternalAccount {
  checkAll(...accountChecks({ input, body: call.body }));
  const { currency, ownershipType, defaultUmaDepositAccount } = input;
  const nested = input.accountInfo.platformAccountId;
  const platformAccountId = input.platformAccountId ?? nested;
  const accountInfo = storedInfo(input.accountInfo);
  const checked = beneficiaryCheck(call.world, accountInfo);
  const fields = {
    ...(customerId === undefined ? {} : { customerId }),
    status: 'ACTIVE' as const,
    currency,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    ...(ownershipType === undefined ? {} : { ownershipType }),
    ...(customerId === undefined
      ? {}
      : { defaultUmaDepositAccount: defaultUmaDepositAccount ?? false }),
    ...checked,
    accountInfo,
  };
  requireNew(call, fields);
  if (defaultUmaDepositAccount === true && customerId !== undefined) dropDefault(call, customerId);
  const account = externalAccounts.add(call, fields);
  return externalAccounts.view(account, call.world);
}

/** Makes the newest default account the only one for payments to the customer's UMA address. */
export function dropDefault(scene: Scene, customerId: string): void {
  for (const other of externalAccounts.in(scene.world).find('customerId', customerId)) {
    if (other.defaultUmaDepositAccount !== true) continue;
    externalAccounts.change(scene, other, { defaultUmaDepositAccount: false });
  }
}

/** Adds an account of a customer or, without one, of the platform. */
export function createForCustomer(call: CallOf<'externalAccounts.create'>): Result {
  const { customerId } = call.input;
  const id = customerId === undefined ? undefined : requireCustomer(call, customerId).id;
  return { body: addAccount(call, call.input, id) };
}

export function createForPlatform(call: CallOf<'platformAccounts.create'>): Result {
  return { body: addAccount(call, call.input, undefined) };
}
