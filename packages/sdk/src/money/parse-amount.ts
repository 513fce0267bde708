import {
  type Currency,
  type CurrencyAmount,
  decimalsOf,
  decimalText,
} from '@org/payments-contract';
import { asciiDigits } from '@org/payments-contract/internal';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import {
  type AmountTextOptions,
  amountFormat,
  DEFAULT_LOCALE,
  decimalsOfCurrency,
  formatOf,
} from './format-amount.ts';

/** A number as its digits, exactly. */
export interface WrittenNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

/** How a locale writes numbers: its amounts may have other separators than its numbers. */
export interface NumberSigns {
  readonly decimals: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** The digits between two separators, where that is not three: in India, two. */
  readonly groupSize: number;
}

/** The separators that are in use somewhere: any of them may be either, and Indian groups are of two digits. */
const ANYWHERE: NumberSigns = {
  decimals: new Set('.,\u066b'),
  groups: new Set(".,' \u066c"),
  groupSize: 2,
};

/** Characters that stand for one of ASCII wherever a number is written. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ...{ '\u2212': '-', '\u2010': '-', '\u2011': '-', '\u2013': '-', '\uff0d': '-', '\ufe63': '-' },
  ...{ '\uff0c': ',', '\uff0e': '.', '\u2019': "'", '\u02bc': "'" },
};

/**
 * Writes text with ASCII digits, signs, commas, dots and spaces, without characters that nobody sees.
 * Nothing that has a value of its own is changed: a superscript stays one, and is not a digit.
 */
function plainText(text: string): string {
  return asciiDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(
      /[\u2010\u2011\u2013\u2019\u02bc\u2212\ufe63\uff0c-\uff0e]/g,
      (each) => STANDS_FOR[each] ?? each,
    )
    .trim();
}

/** Whether groups of digits have the sizes of thousands, or those of the locale. No thousands begin with 0. */
function isGrouped([first = '', ...rest]: readonly string[], size: number): boolean {
  const last = rest.at(-1);
  if (last === undefined) return true;
  if (first.startsWith('0')) return false;
  const fits = (middle: number) =>
    first.length <= middle &&
    last.length === 3 &&
    rest.slice(0, -1).every((group) => group.length === middle);
  return fits(3) || fits(size);
}

/** Reads digits with separators; `at` is the place of the decimal separator. */
function numberAt(number: string, at: number | undefined, signs: NumberSigns) {
  const whole = number.slice(0, at);
  const fraction = at === undefined ? '' : number.slice(at + 1);
  const separators = new Set(whole.replace(/\d/g, ''));
  const [group = ' '] = separators;
  const groups = whole.split(group);
  if (separators.size > 1 || groups.includes('') || !/^\d*$/.test(fraction)) return undefined;
  if (at !== undefined && fraction === '') return undefined;
  // Spaces, and the separator of Arabic script, group thousands everywhere.
  const isGroup = group === ' ' || group === '\u066c' || signs.groups.has(group);
  return isGroup && isGrouped(groups, signs.groupSize)
    ? { whole: groups.join(''), fraction }
    : undefined;
}

/**
 * Reads a number without its currency, digit by digit, in each way that a locale allows. A separator at a place that it does not have in the locale leaves
 * no way, and one that has two meanings leaves two.
 */
function readingsOf(text: string, signs: NumberSigns): WrittenNumber[] {
  const match = /^(-?) ?(\d|\d[^-]*\d) ?(-?)$/.exec(text);
  const [, before = '', number = '', after = ''] = match ?? [];
  if (number === '' || (before !== '' && after !== '')) return [];
  const last = number.replace(/\d/g, '').at(-1);
  const isDecimal = last !== undefined && (last === '\u066b' || signs.decimals.has(last));
  const ways = [numberAt(number, undefined, signs)];
  if (isDecimal) ways.push(numberAt(number, number.lastIndexOf(last), signs));
  const isNegative = before !== '' || after !== '';
  return ways.flatMap((way) => (way === undefined ? [] : [{ isNegative, ...way }]));
}

function invalid(message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: 'text', message }]);
}

/** A number that has every separator of a locale. */
const SAMPLE = 1_234_567_891.5;

/** How a locale writes numbers, and what it calls a currency. */
interface LocaleSigns {
  readonly signs: NumberSigns;
  readonly names: ReadonlySet<string>;
}

/** What was found out, of so many locales and currencies: it takes longer than to read an amount. */
const known = new Map<string, LocaleSigns>();
const MOST_KNOWN = 100;

function signsOf(locale: string, currency: Currency): LocaleSigns {
  const key = JSON.stringify([String(locale), currency.code, currency.symbol]);
  const signs = known.get(key) ?? findSigns(locale, currency);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, signs);
  return signs;
}

/** The separators of a locale, in its numbers and in its amounts of a currency, and its currency's names. */
function findSigns(locale: string, { code, symbol = '' }: Currency): LocaleSigns {
  const decimals = new Set<string>();
  const groups = new Set<string>();
  const names = new Set([code, plainText(symbol)]);
  let groupSize = 3;
  const formats = [
    formatOf(locale, 1, { useGrouping: 'always' }),
    ...(['symbol', 'narrowSymbol', 'code'] as const).map((display) =>
      amountFormat(locale, 1, code, { currencyDisplay: display, useGrouping: 'always' }),
    ),
  ];
  if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) {
    throw invalid(`cannot be read: this runtime does not know how ${locale} writes numbers`);
  }
  for (const format of formats) {
    const parts = format.formatToParts(SAMPLE);
    for (const { type, value } of parts) {
      // A separator of spaces is one in every locale.
      const plain = type === 'decimal' || type === 'group' ? plainText(value) : '';
      if (plain !== '') (type === 'decimal' ? decimals : groups).add(plain);
      if (type === 'currency') names.add(plainText(value));
    }
    const groupsOf = parts.filter(({ type }) => type === 'integer');
    groupSize = Math.min(groupSize, groupsOf.at(-2)?.value.length ?? groupSize);
  }
  names.delete('');
  return { signs: { decimals, groups, groupSize }, names };
}

/** Removes the currency before or after a number, where it is written, and the space beside it. */
function withoutCurrency(text: string, names: ReadonlySet<string>): string {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  for (const name of longestFirst) {
    const { length } = name;
    const unsigned = text.replace(/^- ?/, '');
    const sign = text.slice(0, text.length - unsigned.length);
    const isNamed = (part: string) => part.toUpperCase() === name.toUpperCase();
    if (isNamed(unsigned.slice(0, length))) return (sign + unsigned.slice(length)).trim();
    const signless = text.replace(/ ?-$/, '');
    const after = text.slice(signless.length);
    if (isNamed(signless.slice(-length))) return (signless.slice(0, -length) + after).trim();
  }
  return text;
}

/**
 * What to write in place of a refused text, as its locale reads it: the amounts next to one with too
 * many decimals, and how the text may be meant. Its last separator may be either where three digits
 * follow it, and stands before the decimals where there are others.
 */
function meantBy(
  text: string,
  { locale, decimals, signs }: { locale: string; decimals: number; signs: NumberSigns },
  tooExact?: WrittenNumber,
): string {
  const format = formatOf(locale, decimals);
  const isExact = ({ fraction }: WrittenNumber) => !/[^0]/.test(fraction.slice(decimals));
  const isRead = (each: string) => readingsOf(plainText(each), signs).filter(isExact).length === 1;
  const written = (numbers: readonly string[], after = '') => {
    const texts = numbers.map((each) => format.format(each as Intl.StringNumericLiteral));
    const read = [...new Set(texts)].filter(isRead);
    return read.length === 0 ? [] : [`write ${read.join(' or ')}${after}`];
  };
  const sign = ({ isNegative }: WrittenNumber) => (isNegative ? '-' : '');
  const meant = readingsOf(text, ANYWHERE)
    .filter(isExact)
    .map((each) => `${sign(each)}${each.whole}.${each.fraction || '0'}`);
  const parts = written(meant, ', if that is meant');
  if (tooExact && !isExact(tooExact)) {
    const digits = BigInt(tooExact.whole + tooExact.fraction.slice(0, decimals));
    const near = [digits, digits + 1n].map((each) => sign(tooExact) + decimalText(each, decimals));
    parts.unshift(...written(near));
  }
  return parts.join('; ') || `expected a number such as ${format.format(1234.5)}`;
}

/**
 * Reads an amount that a person wrote, in the smallest unit of a currency, digit by digit and
 * therefore exactly. Separators are those of the locale and group thousands; digits may be of any
 * script; the currency's code or symbol may stand before or after them. What could be another amount
 * is refused with its readings, and more decimals than the currency has are not rounded.
 *
 * @param currency a currency object, or an ISO 4217 code
 * @throws InvalidRequestError for text that is not an amount of the currency, or is too large, and for
 *   something that is not a locale, or one that the runtime does not know
 * @example
 * parseAmount('1,234.50', 'USD').amount; // 123450
 * parseAmount('1.234,5 €', 'EUR', { locale: 'de-DE' }).amount; // 123450
 */
export function parseAmount(
  text: string,
  currency: Currency | string,
  { locale = DEFAULT_LOCALE }: AmountTextOptions = {},
): CurrencyAmount {
  if (typeof text !== 'string') throw invalid('is not text: an amount is read as it was written');
  const given = typeof currency === 'string' ? { code: currency } : currency;
  const decimals = decimalsOfCurrency(given);
  if (text.length > 100) throw invalid('is too long for an amount');
  const { signs, names } = signsOf(locale, given);
  const number = withoutCurrency(plainText(text), names);
  const readings = readingsOf(number, signs);
  const exact = readings.filter(({ fraction }) => fraction.length <= decimals);
  const [only, other] = exact;
  const place = { locale, decimals, signs };
  if (only === undefined && readings[0] !== undefined) {
    const [tooExact] = readings;
    const has = `has ${tooExact.fraction.length} decimals; ${given.code} has ${decimals || 'none'}`;
    throw invalid(`${has}: ${meantBy(number, place, tooExact)}`);
  }
  if (only === undefined || other !== undefined) {
    throw invalid(`is not an amount as ${locale} writes it; ${meantBy(number, place)}`);
  }
  const isKnown = given.decimals !== undefined || decimalsOf(given.code) === undefined;
  return {
    amount: smallestUnit(only, decimals),
    currency: isKnown ? given : { ...given, decimals },
  };
}

function smallestUnit({ isNegative, whole, fraction }: WrittenNumber, decimals: number): number {
  const amount = Number(BigInt(whole + fraction.padEnd(decimals, '0')));
  if (!Number.isSafeInteger(amount)) throw invalid('is larger than a number can hold exactly');
  return isNegative && amount !== 0 ? -amount : amount;
}
