import { decimalsOf, type Fields, isFields } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import { isPaymentsError, parseAmount } from '@org/payments-sdk';
import { accountCurrency } from '../../approval/describe/changes.ts';
import { causeOfUnread, Lookup } from '../../approval/describe/lookup.ts';
import type { AnyClient } from '../../tools/method.ts';
import { command } from './operations.ts';

export interface AmountFlag {
  readonly name: string;
  readonly path: readonly string[];
  /** What it counts, such as `minorUnits of currency`. */
  readonly unit?: string | undefined;
  /** Whether the field holds the number as digits. */
  readonly isDigits?: boolean;
}

/** An amount with its currency, as it is typed: `150.00USD`. */
const withCurrency = /^(.*\d[.,]?)\s*([A-Za-z]{3,12})$/;
/** The same as some people write it: `USD 150.00`. */
const currencyFirst = /^([A-Za-z]{3,12})\s*(\d.*)$/;

/** The number and the code of a typed amount; empty without either. */
function partsOf(text: string) {
  const typed = text.trim().replace(currencyFirst, '$2$1');
  const [, number = '', code = ''] = withCurrency.exec(typed) ?? [];
  return { number, currency: code.toUpperCase() };
}

/** The other reading of `1,500`, which in dollars may be 1.500 of a German; undefined of `1,234`, which may not. */
export function withDecimalComma(number: string, currency: string): string | undefined {
  const [, whole = '', part = ''] = /^(\d{1,3}),(\d{3})$/.exec(number) ?? [];
  const decimals = decimalsOf(currency) ?? 0;
  const isExact = whole !== '' && decimals > 0 && /^0*$/.test(part.slice(decimals));
  return isExact ? `${whole}.${part.slice(0, decimals)}` : undefined;
}

/** Both readings of a bare number, in dollars: as a decimal, and in the smallest unit. */
function readingsOf(text: string, name: string): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return `; write it with its currency, as --${name} 150.00USD`;
  const cents = fraction.padEnd(2, '0');
  const decimal = `--${name} ${whole}.${cents}USD for ${whole}.${cents} USD`;
  if (fraction !== '') return `: write ${decimal}, which is --${name}-minor ${whole}${cents}`;
  const minor = whole.padStart(3, '0').replace(/(?=..$)/, '.');
  return `: write ${decimal}, or --${name}-minor ${whole} for ${minor} USD`;
}

/**
 * Reads an amount in the smallest unit, exactly.
 *
 * @throws ArgumentError for a number without its currency, which could be in either unit
 */
export function amountOf({ name, isDigits }: AmountFlag, text: string): number | string {
  const { number, currency } = partsOf(text);
  if (number === '') {
    const problem = /\d/.test(text) ? 'does not name its currency' : 'is not an amount';
    throw new ArgumentError(`--${name} ${text} ${problem}${readingsOf(text, name)}`);
  }
  if (decimalsOf(currency) === undefined) {
    throw new ArgumentError(
      `--${name}: the decimals of ${currency} are not known here; give --${name}-minor, in its smallest unit`,
    );
  }
  const other = withDecimalComma(number, currency);
  if (other !== undefined) {
    const whole = number.replace(',', '');
    throw new ArgumentError(
      `--${name} ${text} may mean ${whole} or ${number.replace(',', '.')}: write ${whole}${currency} or ${other}${currency}`,
    );
  }
  try {
    const { amount } = parseAmount(number, currency);
    return isDigits ? String(amount) : amount;
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    const [issue] =
      (error as { readonly issues?: readonly { readonly message: string }[] }).issues ?? [];
    const why = issue?.message ?? 'is not an amount';
    const form = /\b(write|expected) /.test(why) ? `, and ${currency} after it` : '';
    throw new ArgumentError(`--${name} ${text} ${why}${form}`);
  }
}

function codeOf(value: unknown): string | undefined {
  const code = isFields(value) ? value.code : value;
  return typeof code === 'string' ? code.toUpperCase() : undefined;
}

function inside(input: Fields, path: readonly string[]): Fields {
  return path.reduce<Fields>(
    (part, name) => (isFields(part[name]) ? (part[name] as Fields) : {}),
    input,
  );
}

/** An id of nothing has no currency. @throws any other reason why an account cannot be read */
function unreadable(error: unknown): undefined {
  const cause = causeOfUnread(error);
  if (cause !== undefined) throw cause;
}

/** The currency of an amount, as far as the input and the service say it; the row's unit names where. */
async function currencyOf(lookup: Lookup | undefined, { unit, path }: AmountFlag, input: Fields) {
  const of = unit?.replace('minorUnits of ', '') ?? '';
  const beside = inside(input, path.slice(0, -1));
  const ofAccount = async (id: unknown) =>
    lookup && codeOf((await accountCurrency(lookup, id).catch(unreadable))?.code);
  const party = (name: string) => inside(input, [name]);
  if (of === 'the internal account') {
    const ids = [party('source').accountId, party('destination').accountId];
    return ofAccount(ids.find((id) => String(id).startsWith('InternalAccount:')));
  }
  if (of === 'lockedCurrencySide') {
    const { currency, accountId } = party(input[of] === 'RECEIVING' ? 'destination' : 'source');
    return codeOf(currency) ?? ofAccount(accountId);
  }
  if (of === 'account') return ofAccount(beside.accountId);
  if (of === "the inviter's currency") {
    const { inviterUma: umaAddress } = input;
    // As the question shows it: an inviter pays in the first.
    const who = lookup?.first('customers.list', { umaAddress }, () => true, String(umaAddress));
    return codeOf(Object((await who?.catch(unreadable))?.currencies)[0]);
  }
  if (of === 'card') return ofAccount(beside.cardId ?? beside.id);
  return codeOf(beside[of] ?? input[of]);
}

/** @throws ArgumentError for an amount of JSON that is not a whole number, as the API takes it */
export function checkJson(amounts: readonly AmountFlag[], input: Fields): void {
  for (const { path, isDigits } of amounts) {
    const value = inside(input, path.slice(0, -1))[path.at(-1) ?? ''] ?? undefined;
    const isRight = isDigits ? /^"-?\d+"$/.test(JSON.stringify(value)) : Number.isInteger(value);
    if (value === undefined || isRight) continue;
    const [form, shown] = isDigits ? ['in', '"4050"'] : ['without', '4050'];
    const unit = 'in the smallest unit of the currency that the account or another field names';
    const what = `takes a whole number ${form} quotation marks, ${unit}: ${shown} for 40.50 USD`;
    throw new ArgumentError(`--input: ${path.join('.')} ${what}`);
  }
}

const siblingOf = ({ name }: AmountFlag, field: string) => name.replace(/[^.]*$/, field);

/**
 * Checks that each amount is typed in the currency that it will be paid in: 150.00USD is not 150.00 of an
 * account in JPY.
 *
 * @param typed the amounts of the command line
 * @param client undefined for a dry run, which reads nothing
 * @returns the options whose currency only a read would show
 * @throws ArgumentError for another currency, or one that nothing shows
 */
export async function checkCurrencies(
  typed: readonly (readonly [flag: AmountFlag, text: string])[],
  input: Fields,
  client: AnyClient | undefined,
  isAgent: boolean,
): Promise<readonly string[]> {
  const lookup = client && new Lookup(client, isAgent, new AbortController().signal);
  const unread: string[] = [];
  for (const [flag, text] of typed) {
    const { currency: code } = partsOf(text);
    const currency = await currencyOf(lookup, flag, input);
    if (currency === code) continue;
    if (currency === undefined && client === undefined) {
      unread.push(`--${flag.name}`);
      continue;
    }
    const quotes = command(`${isAgent ? 'agent.' : ''}quotes.create`);
    const isTransfer = flag.unit === 'minorUnits of the internal account';
    const side = input.lockedCurrencySide === 'RECEIVING' ? 'SENDING' : 'RECEIVING';
    const isLocked = flag.unit === 'minorUnits of lockedCurrencySide';
    const ofSide = () => currencyOf(lookup, flag, { ...input, lockedCurrencySide: side });
    // Where it cannot be read, the amount is refused all the same.
    const across = isLocked && (await ofSide().catch(() => undefined));
    const swap = across === code ? `; --locked-currency-side ${side} takes it in ${code}` : '';
    const other = isTransfer ? `; a payment in ${code} needs a quote (${quotes})` : swap;
    // Another field names its currency, which may be left out: what an address receives then is chosen for it.
    const own = flag.unit === 'minorUnits of currency' ? siblingOf(flag, 'currency') : '';
    const isOfAddress = isLocked && side === 'SENDING' && inside(input, ['destination']).umaAddress;
    const beside = isOfAddress ? 'destination.currency' : own;
    const named = beside === '' ? 'check the ids' : `name it with --${beside}`;
    const why =
      currency === undefined
        ? `the currency of this amount is not known here; ${named}, or give --${flag.name}-minor in the smallest unit of the right one`
        : `this amount is in ${currency}, not in ${code}${other}`;
    throw new ArgumentError(`--${flag.name} ${text}: ${why}`);
  }
  return unread;
}
