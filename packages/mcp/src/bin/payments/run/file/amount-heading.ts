import { decimalsOf } from '@org/payments-contract';

/** Headings of amounts, as letters and digits only. */
export const AMOUNT_HEADINGS =
  'amount amountminor amountincents amountcents cents sum value total payment payout payoutamount paymentamount transferamount netpay netamount amounttopay betrag summe gesamtbetrag montant importe importo bedrag belopp beløb valor 金額';

const CURRENCY_WORDS = new Set('currency currencies ccy cur wahrung waehrung'.split(' '));

const PAID = `${AMOUNT_HEADINGS} pay payable due net netto neto nett`.split(' ');

/** A word without which a heading of several is not that of amounts. */
const NAMING = new Set([...PAID, 'gross', 'brutto', 'bruto', 'balance', 'outstanding']);

/** Tells an amount from another one: which of them is to be paid is asked. */
const TELLING =
  /^(?:\p{N}+|gross|brutto|bruto|balance|outstanding|open|paid|approved|original|converted|local|foreign|base|grand|sub|ttc|ht|\p{L}+(?:betrag|summe))$/u;

/** Words that may stand beside these, and change nothing about the amounts. */
const OTHER_WORDS =
  'in en of the all transfer invoice salary wage wages major decimal required optional';

const WORDS = new Set([...PAID, ...CURRENCY_WORDS, ...OTHER_WORDS.split(' ')]);

/** Hundredths, in the words of several languages. */
const CENTS = new Set(
  'cent cents pence penny centime centimes centavo centavos centimo centimos centesimi rappen paise ore øre'.split(
    ' ',
  ),
);

/** What the heading of the amounts says of them. */
export interface AmountHeading {
  /** The one currency that it names, as `Amount (EUR)`. */
  readonly currency: string | undefined;
  /** A symbol of several currencies, such as $; undefined beside a currency. */
  readonly symbol: string | undefined;
  /** Whether it says that amounts are in the smallest unit. */
  readonly isMinor: boolean;
  /** Whether it calls that unit cents, a hundredth. */
  readonly isCents: boolean;
  /** What is not understood: such amounts may count thousands, or be what is taken off. */
  readonly unclear: readonly string[];
}

/** `Währung` as `wahrung`. */
export const plainWord = (text: string) =>
  text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');

/** A currency's code, as people write it; `GBp` are pence. */
export function currencyCode(text: string): string | undefined {
  const isWritten = /^(?:\p{Lu}+|\p{Lu}?\p{Ll}+)$/u.test(text);
  const code = text.toUpperCase();
  return isWritten && decimalsOf(code) !== undefined ? code : undefined;
}

const shown = (currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '';

/** Whether a symbol, with the letters before it, may be of a currency: `$` of many, `US$` of one. */
export function isSymbolOf(symbol: string, currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return symbol === '$' && currency.startsWith('USD');
  const narrow = shown(currency, 'en', 'narrowSymbol');
  if (/^\p{Sc}/u.test(symbol)) return narrow.includes(symbol);
  const whole = ['en', 'en-CA', 'en-AU'].map((locale) => shown(currency, locale, 'symbol'));
  return [narrow, ...whole].includes(symbol);
}

const isKnown = (symbol: string) =>
  Intl.supportedValuesOf('currency').some((one) => isSymbolOf(symbol, one));

/** Symbols with up to two letters before them, words, numbers, a sign alone, and every other but those around words. */
const PARTS =
  /(?<!\p{L})\p{L}{0,2}\p{Sc}|[\p{L}\p{M}]+|\p{N}+|(?<=[([]\s*)[-–](?=\s*[)\]])|[^\s()[\]_.:,*–-]/gu;

/** A place where a code may be in small letters: alone in brackets, or at the end. */
const isOpen = (before: string, after: string) =>
  (/[([]\s*$/.test(before) && /^\s*[)\]]/.test(after)) || (/[\s_-]$/.test(before) && after === '');

/** `NetAmount` as `Net Amount`, and neither `minor units` nor `to pay` of two words. */
const spaced = (heading: string) =>
  heading
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(
      /(?<=(?:major|minor|smallest|decimal)[\s_-]+)units?(?!\p{L})|(?<!\p{L})to(?=[\s_-]+pay(?!\p{L}))/giu,
      '',
    );

/** Reads the heading of the amounts, of which every part has to be understood. */
export function amountHeading(heading: string): AmountHeading {
  const text = spaced(heading);
  const [codes, symbols, unclear] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [isCents, isMinor] = [false, false];
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const word = plainWord(part);
    const after = text.slice(index + part.length);
    const isCode = part === part.toUpperCase() || isOpen(text.slice(0, index), after);
    const code = isCode && word !== 'all' ? currencyCode(part) : undefined;
    if (/\p{Sc}/u.test(part) && part !== '€') (isKnown(part) ? symbols : unclear).add(part);
    else if (part === '€' || /^euros?$/.test(word)) codes.add('EUR');
    else if (code !== undefined) codes.add(code);
    else if (/amountin?cents/.test(word) || CENTS.has(word)) isCents = true;
    else if (/minor$|^smallest$/.test(word)) isMinor = true;
    else if (!WORDS.has(word))
      (/^\p{L}{1,3}$/u.test(part) && isKnown(part) ? symbols : unclear).add(part);
  }
  const [[code, ...others], [symbol, ...more]] = [[...codes], [...symbols]];
  for (const one of [...others, ...more]) unclear.add(one);
  if (code && symbol && !isSymbolOf(symbol, code)) unclear.add(symbol);
  const isOne = !others[0] && !more[0] && !unclear.has(symbol ?? '');
  const isClear = unclear.size === 0;
  return {
    currency: isOne ? code : undefined,
    symbol: isOne && code === undefined ? symbol : undefined,
    isMinor: isClear && (isMinor || isCents),
    isCents: isClear && isCents,
    unclear: [...unclear],
  };
}

/** Whether the words of a heading are those of amounts, such as `Total amount due (EUR)`. */
export function isOfAmounts(heading: string): boolean {
  const own = spaced(heading).replace(/[\s_]+(?:(?:in|ex)[ck]l|before|after).*$/i, '');
  const words = (own.match(/[\p{L}\p{M}]+/gu) ?? []).map(plainWord);
  const isOfCurrencies = words.some((word) => CURRENCY_WORDS.has(word)) && !words.includes('in');
  return (
    words.some((word) => NAMING.has(word.replace(/^.+(?=betrag$|summe$)/, ''))) &&
    !isOfCurrencies &&
    amountHeading(own).unclear.every((one) => TELLING.test(plainWord(one)))
  );
}
