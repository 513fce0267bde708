import {
  type Currency,
  type CurrencyAmount,
  decimalsOf,
  decimalText,
} from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';

/** How an amount is written. */
export interface AmountTextOptions {
  /** BCP 47 tag of the language and country, such as `de-DE`. Default: `en-US`. */
  readonly locale?: string | undefined;
}

/** The locale of amounts if none is named: the same on every machine. */
export const DEFAULT_LOCALE = 'en-US';

/** The most decimals that `Intl` writes in every runtime. */
const MAX_DECIMALS = 20;

function invalidCurrency(path: string, message: string): InvalidRequestError {
  return new InvalidRequestError([{ path, message }]);
}

/**
 * Returns the decimals of a currency: its own, or those of ISO 4217.
 *
 * @throws InvalidRequestError for what is not a currency, and for one without decimals that the table
 *   does not have
 */
export function decimalsOfCurrency(currency: Currency): number {
  const { code, decimals } = currency ?? {};
  if (typeof code !== 'string') {
    throw invalidCurrency('currency', 'is neither an ISO 4217 code nor an object with a `code`');
  }
  const found = decimals ?? decimalsOf(code);
  if (found === undefined) {
    const upper = code.toUpperCase();
    const advice = decimalsOf(upper) === undefined ? '; set its decimals' : `: write ${upper}`;
    throw invalidCurrency('currency.decimals', `${code} is not a known currency${advice}`);
  }
  if (Number.isInteger(found) && found >= 0 && found <= MAX_DECIMALS) return found;
  const message = `is not a whole number from 0 to ${MAX_DECIMALS}`;
  throw invalidCurrency('currency.decimals', message);
}

/** A code that `Intl` accepts and does not translate, in place of a ticker such as USDC. */
const PLACEHOLDER = 'XXX';

const isKnownCode = (code: string) => /^[A-Z]{3}$/.test(code);

function knownLocale(locale: string): Intl.Locale {
  try {
    return new Intl.Locale(locale);
  } catch (cause) {
    const message = 'is not a BCP 47 tag of one language, such as en-US or de-DE';
    throw new InvalidRequestError([{ path: 'options.locale', message }], { cause });
  }
}

/**
 * Returns the number format of a locale, with exactly these decimals and Latin digits. A language that
 * the runtime does not know is written as the default one, and not as that of the machine.
 *
 * @throws InvalidRequestError for what is not a locale
 */
export function formatOf(
  locale: string,
  decimals: number,
  style: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  return new Intl.NumberFormat([knownLocale(locale), DEFAULT_LOCALE], {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...style,
  });
}

/** Returns the format of a locale for amounts of a currency, which `Intl` need not know. */
export function amountFormat(
  locale: string,
  decimals: number,
  code: string,
  style: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const currency = isKnownCode(code) ? code : PLACEHOLDER;
  return formatOf(locale, decimals, { style: 'currency', currency, ...style });
}

/** How `formatAmount` writes an amount. */
export interface FormatAmountOptions extends AmountTextOptions {
  /** How the currency is shown: `$`, `USD`, or not at all. Default: `symbol`. */
  readonly display?: 'symbol' | 'code' | 'none' | undefined;
  /** Whether thousands are grouped; `false` for a file that a program reads. Default: true. */
  readonly grouping?: boolean | undefined;
}

/**
 * Writes an amount in its currency for a person. The digits are exact: the amount is never a
 * floating-point number. The decimals are the currency's own, or those of ISO 4217 if it has none.
 *
 * @throws InvalidRequestError for an amount that is not a safe whole number, and for a currency
 *   without decimals that ISO 4217 does not have
 * @example
 * formatAmount({ amount: 4050, currency: { code: 'USD' } }); // '$40.50'
 * formatAmount({ amount: 4050, currency: { code: 'JPY' } }, { locale: 'de-DE' }); // '4.050 ¥'
 * formatAmount({ amount: 1234567, currency: { code: 'KWD' } }, { display: 'none' }); // '1,234.567'
 * formatAmount(amount, { display: 'none', grouping: false }); // '1234.567'
 */
export function formatAmount(
  { amount, currency }: CurrencyAmount,
  { locale = DEFAULT_LOCALE, display = 'symbol', grouping = true }: FormatAmountOptions = {},
): string {
  if (!Number.isSafeInteger(amount)) {
    const message = `${amount} is not a whole number of the smallest unit that a number holds exactly`;
    throw new InvalidRequestError([{ path: 'amount', message }]);
  }
  const decimals = decimalsOfCurrency(currency);
  // `Intl` takes a decimal as text and does not round it.
  const text = decimalText(amount, decimals) as Intl.StringNumericLiteral;
  const useGrouping = grouping ? 'auto' : false;
  if (display === 'none') return formatOf(locale, decimals, { useGrouping }).format(text);
  const { code } = currency;
  const isKnown = isKnownCode(code);
  const currencyDisplay = display === 'symbol' && isKnown ? 'symbol' : 'code';
  const format = amountFormat(locale, decimals, code, { useGrouping, currencyDisplay });
  if (isKnown) return format.format(text);
  const parts = format.formatToParts(text);
  return parts.map(({ type, value }) => (type === 'currency' ? code : value)).join('');
}
