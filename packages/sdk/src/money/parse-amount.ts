import { type Currency, type CurrencyAmount, decimalsOf } from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import {
  type AmountTextOptions,
  DEFAULT_LOCALE,
  decimalsOfCurrency,
  formatOf,
} from './format-amount.ts';

function invalid(message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: 'text', message }]);
}

/** A number that has every separator of a locale, three decimals and a sign. */
const SAMPLE = -1_234_567.891;

/** Returns the separators and the minus sign of a locale. */
function signsOf(locale: string) {
  const parts = formatOf(locale, 3, { useGrouping: 'always' }).formatToParts(SAMPLE);
  const textOf = (type: Intl.NumberFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return { group: textOf('group'), decimal: textOf('decimal'), minus: textOf('minusSign') };
}

/** Spaces, and the invisible marks of the direction of text. */
const BLANK = /[\s\u00a0\u202f\u200e\u200f\u061c]+/g;

/** Removes the currency from a string: its code, its symbol, or the symbol of the locale. */
function withoutCurrency(text: string, { code, symbol }: Currency, locale: string): string {
  const names = [code, symbol ?? ''];
  if (/^[A-Z]{3}$/.test(code)) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const format = formatOf(locale, 0, { style: 'currency', currency: code, currencyDisplay });
      names.push(format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '');
    }
  }
  const found = names
    .filter((name) => name !== '' && text.includes(name))
    .sort((one, other) => other.length - one.length)[0];
  return found === undefined ? text : text.replace(found, '');
}

/**
 * Reads an amount that a person wrote, in the smallest unit of a currency, digit by digit and
 * therefore exactly. The separators are those of the locale; the currency's code or symbol may be
 * part of the text. More decimals than the currency has are refused, not rounded.
 *
 * @param currency a currency object, or an ISO 4217 code
 * @throws InvalidRequestError for text that is not an amount of the currency, or is too large
 * @example
 * parseAmount('1,234.50', 'USD').amount; // 123450
 * parseAmount('1.234,5 €', 'EUR', { locale: 'de-DE' }).amount; // 123450
 */
export function parseAmount(
  text: string,
  currency: Currency | string,
  { locale = DEFAULT_LOCALE }: AmountTextOptions = {},
): CurrencyAmount {
  const given = typeof currency === 'string' ? { code: currency } : currency;
  const decimals = decimalsOfCurrency(given);
  const { group, decimal, minus } = signsOf(locale);
  const plain = withoutCurrency(text, given, locale)
    .replace(minus, '-')
    .replace(BLANK, '')
    .replace('\u2212', '-');
  const separator = group.replace(BLANK, '');
  const isNegative = plain.startsWith('-') || plain.endsWith('-');
  const [whole = '', fraction = '', ...rest] = plain.replace(/^-|-$/, '').split(decimal);
  const groups = separator === '' ? [whole] : whole.split(separator);
  const isGrouped = groups.length === 1 || groups.slice(1).every((each) => /^\d{2,4}$/.test(each));
  const digits = groups.join('');
  const isNumber = /^\d+$/.test(digits) && /^\d*$/.test(fraction) && rest.length === 0;
  if (!isNumber || !isGrouped || (plain.includes(decimal) && fraction === '')) {
    const example = formatOf(locale, decimals).format(1234.5);
    throw invalid(`is not an amount; expected a number such as ${example}`);
  }
  if (fraction.length > decimals) {
    throw invalid(`has ${fraction.length} decimals; ${given.code} has ${decimals}`);
  }
  const amount = Number(BigInt(digits + fraction.padEnd(decimals, '0')));
  if (!Number.isSafeInteger(amount)) throw invalid('is larger than a number can hold exactly');
  const isKnown = given.decimals !== undefined || decimalsOf(given.code) === undefined;
  return {
    amount: isNegative && amount !== 0 ? -amount : amount,
    currency: isKnown ? given : { ...given, decimals },
  };
}
