import { decimalsOf } from '@org/payments-contract';
import { asciiDigits } from '@org/payments-contract/internal';
import { formatAmount, isPaymentsError, parseAmount } from '@org/payments-sdk';
import { withDecimalComma } from '../../amounts.ts';

export interface AmountStyle {
  /** `major`: 150.00 is a decimal; `minor`: 15000 counts the smallest unit; undefined if not said. */
  readonly unit: 'major' | 'minor' | undefined;
  /** The locale that the command line names. */
  readonly locale: string | undefined;
}

export interface WrittenAmount {
  readonly text: string;
  readonly currency: string;
}

/** Locales whose separators are tried, if none is named. */
const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH'];
const MOST_SHAPES = 1000;

type Reading = { readonly amount: number } | { readonly problem: string };

function parsed({ text, currency }: WrittenAmount, locale: string): Reading {
  try {
    return { amount: parseAmount(text, currency, { locale }).amount };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    const { issues = [] } = error as { readonly issues?: readonly { readonly message: string }[] };
    return { problem: `${text} ${issues[0]?.message ?? error.message}` };
  }
}

const isRead = (reading: Reading): reading is { readonly amount: number } => 'amount' in reading;

/** An amount without its currency, for a person. */
export function amountDigits(amount: number, currency: string): string {
  return formatAmount({ amount, currency: { code: currency } }, { display: 'none' });
}

export function amountWords(amount: number, currency: string): string {
  return `${amountDigits(amount, currency)} ${currency}`;
}

/** The digits and separators of an amount, without a currency beside them. */
const numberOf = (text: string) => asciiDigits(text).replaceAll(/^[^\d-]+|\D+$/g, '');

type ReaderFinder = (written: WrittenAmount) => readonly string[];

/** Finds the locales that read an amount, once for all that differ only in their digits. */
function readersByShape(): ReaderFinder {
  const known = new Map<string, readonly string[]>();
  return ({ text, currency }) => {
    const ones = text.replaceAll(/\d/g, '1');
    // No thousands begin with 0.
    const shape = /^\D*0/.test(text) ? ones.replace('1', '0') : ones;
    const key = `${currency} ${shape}`;
    const readers =
      known.get(key) ?? locales.filter((one) => isRead(parsed({ text: shape, currency }, one)));
    // A file may have something else in each of its cells.
    if (known.size >= MOST_SHAPES) known.clear();
    known.set(key, readers);
    return readers;
  };
}

/** A decimal comma, or an apostrophe between thousands: a point before three digits proves nothing. */
const proof = /,\d{1,2}(?!\d)|['’]\d{3}/;

/** The locale that reads most amounts. Another one than the first needs an amount that proves it. */
function likelyLocale(all: readonly WrittenAmount[], readersOf: ReaderFinder): string {
  const tried = all.some(({ text }) => proof.test(text)) ? locales : locales.slice(0, 1);
  const proofs = all.filter(({ text }) => proof.test(text));
  const counts = tried.map((locale) => {
    const readOf = (some: typeof all) =>
      some.filter((one) => readersOf(one).includes(locale)).length;
    // Of two that read as many, the one that reads what proves something.
    return { locale, read: readOf(all) + readOf(proofs) / (all.length + 1) };
  });
  return counts.reduce((best, one) => (one.read > best.read ? one : best)).locale;
}

/** How amounts are read, once all of them were looked at. */
export interface AmountReader {
  /** What was concluded from the amounts themselves, for the person; undefined if nothing was. */
  readonly note: string | undefined;
  /** The reason why no amount can be read; undefined if they can. */
  readonly doubt: string | undefined;
  /** What stands before the decimals. */
  readonly decimalMark: string;
  read(written: WrittenAmount): Reading;
}

function minorReading({ text, currency }: WrittenAmount): Reading {
  const digits = asciiDigits(text)
    .replace(new RegExp(`^${currency}\\s*|\\s*${currency}$`, 'i'), '')
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/u, '');
  const isGrouped = /^\d{1,3}([ .,'’\u00a0\u202f])\d{3}(?:\1\d{3}){0,3}$/.test(digits);
  const plain = isGrouped ? digits.replaceAll(/\D/g, '') : digits;
  if (/^\d{1,15}$/.test(plain)) return { amount: Number(plain) };
  return { problem: `${text} is not a whole number of the smallest unit of ${currency}` };
}

/**
 * Both readings of whole numbers: 15000 may be 15,000.00 or 150.00. What is of a currency without decimals shows
 * nothing about another one's.
 */
function doubtAbout(
  all: readonly WrittenAmount[],
  { read, decimalMark }: Pick<AmountReader, 'read' | 'decimalMark'>,
): string | undefined {
  const own = all.filter(({ currency }) => decimalsOf(currency) !== 0);
  if (own.some(({ text }) => numberOf(text).includes(decimalMark))) return undefined;
  const first = own.find((one) => isRead(read(one)));
  if (first === undefined) return undefined;
  const { text, currency } = first;
  const major = read(first);
  if (!isRead(major)) return undefined;
  const digits = Number(numberOf(text).replaceAll(/\D/g, ''));
  // Other digits have a decimal mark of their own.
  if (digits === major.amount) return undefined;
  const minor = amountWords(digits, currency);
  return `every amount is a whole number, so that ${text} may be ${amountWords(major.amount, currency)} or ${minor}: pass --amounts major or --amounts minor`;
}

export function amountReader(all: readonly WrittenAmount[], style: AmountStyle): AmountReader {
  if (style.unit === 'minor') {
    return { note: undefined, doubt: undefined, decimalMark: '.', read: minorReading };
  }
  const readersOf = readersByShape();
  const locale = style.locale ?? likelyLocale(all, readersOf);
  const isOdd = (readers: readonly string[]) =>
    readers.includes(locale) && !readers.includes('en-US');
  const shown = style.locale === undefined ? all.find((one) => isOdd(readersOf(one))) : undefined;
  const reading = shown && parsed(shown, locale);
  const note =
    shown !== undefined && reading !== undefined && isRead(reading)
      ? `amounts were read as ${locale} writes them: ${shown.text} is ${amountWords(reading.amount, shown.currency)}; --locale names another way`
      : undefined;
  const hasPoints = all.some(({ text }) => /\.\d{1,2}$/.test(numberOf(text)));
  const read = (written: WrittenAmount): Reading => {
    const own = parsed(written, locale);
    if (style.locale !== undefined || !isRead(own)) return own;
    const { text, currency } = written;
    const doubtful = (other: number) => ({
      problem: `${text} may be ${amountWords(own.amount, currency)} or ${amountWords(other, currency)}: pass --locale, such as en-US or de-DE`,
    });
    const decimal = hasPoints ? undefined : withDecimalComma(numberOf(text), currency);
    const short = decimal === undefined ? own : parsed({ text: decimal, currency }, 'en-US');
    if (isRead(short) && short.amount !== own.amount) return doubtful(short.amount);
    const readers = readersOf(written).filter((one) => one !== locale);
    const others = readers.map((one) => parsed(written, one)).filter(isRead);
    const other = others.find(({ amount }) => amount !== own.amount);
    if (other === undefined) return own;
    return doubtful(other.amount);
  };
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const decimalMark = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const doubt = style.unit === undefined ? doubtAbout(all, { read, decimalMark }) : undefined;
  return { note, doubt, decimalMark, read };
}
