import { decimalsOf } from '@org/payments-contract';

/** Headings of amounts, each of them whole: which of others is one is asked. */
const PHRASES =
  'amount, total amount, net amount, payment amount, payout amount, transfer amount, amount due, total amount due, amount payable, amount to pay, sum, value, total, payment, payout, net pay, net salary, net wage, net wages, to pay, betrag, gesamtbetrag, zahlbetrag, auszahlungsbetrag, uberweisungsbetrag, summe, montant, montant total, montant net, montant a payer, net a payer, importe, importe total, importe neto, importe a pagar, importo, bedrag, belopp, beløb, valor, 金額, 金额, 支払金額, 振込金額';

const AMOUNTS = new Set(PHRASES.split(', ').map((phrase) => phrase.replaceAll(' ', '')));

/** Words that may stand beside those of them, and change nothing about the amounts. */
const OTHERS =
  'in en of the all invoice salary wage wages netto neto nett major decimal required optional currency currencies ccy cur wahrung waehrung';

/** The words of which those phrases are made. */
export const AMOUNT_WORDS = new Set(PHRASES.split(/,? /));

const WORDS = new Set([...AMOUNTS, ...AMOUNT_WORDS, ...OTHERS.split(' ')]);

/** Hundredths, in the words of several languages. */
const CENTS = new Set(
  'cent cents pence penny centime centimes centavo centavos centimo centimos centesimi rappen paise ore øre'.split(
    ' ',
  ),
);

export interface AmountHeading {
  /** Whether it is that of amounts, without its unit and what stands in brackets. */
  readonly isOfAmounts: boolean;
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

const isSymbol = (symbol: string) =>
  Intl.supportedValuesOf('currency').some((one) => isSymbolOf(symbol, one));

/** Symbols with up to two letters before them, words, numbers, a sign alone, and every other but those around words. */
const PARTS =
  /(?<!\p{L})\p{L}{0,2}\p{Sc}|[\p{L}\p{M}]+|\p{N}+|(?<=[([]\s*)[-–](?=\s*[)\]])|[^\s()[\]_.:,*–-]/gu;

/** A place where a code may be in small letters: alone in brackets, or at the end. */
const isOpen = (before: string, after: string) =>
  (/[([]\s*$/.test(before) && /^\s*[)\]]/.test(after)) || (/[\s_-]$/.test(before) && after === '');

/** `NetAmount` as `Net Amount`, `amountincents` as `amount in cents`, and `minor units` as one word. */
export const spaced = (heading: string) =>
  heading
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=^amount)(in)?(?=cents|minor)/i, ' $1 ')
    .replaceAll(/(?<=(?:major|minor|smallest|decimal)[\s_-]+)units?(?!\p{L})/giu, '');

/** Reads the heading of the amounts, of which every part has to be understood. */
export function amountHeading(heading: string): AmountHeading {
  const text = spaced(heading);
  const [codes, symbols, unclear] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [isCents, isMinor, own] = [false, false, ''];
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const word = plainWord(part);
    const [before, after] = [text.slice(0, index), text.slice(index + part.length)];
    const isCode = part === part.toUpperCase() || isOpen(before, after);
    let isName = false;
    const code = isCode && word !== 'all' ? currencyCode(part) : undefined;
    if (/\p{Sc}/u.test(part) && part !== '€') (isSymbol(part) ? symbols : unclear).add(part);
    else if (part === '€' || /^euros?$/.test(word)) codes.add('EUR');
    else if (code !== undefined) codes.add(code);
    else if (CENTS.has(word)) isCents = true;
    else if (/minor$|^smallest$/.test(word)) isMinor = true;
    else if (/^\p{L}{1,3}$/u.test(part) && !WORDS.has(word) && isSymbol(part)) symbols.add(part);
    else isName = true;
    if (isName && !WORDS.has(word)) unclear.add(part);
    const isInBrackets = /[([][^)\]]*$/.test(before);
    if (!isInBrackets) own = isName ? `${own} ${word}` : own.replace(/ (?:in|en)$/, '');
  }
  const [[code, ...others], [symbol, ...more]] = [[...codes], [...symbols]];
  for (const one of [...others, ...more]) unclear.add(one);
  if (code && symbol && !isSymbolOf(symbol, code)) unclear.add(symbol);
  const isOne = !others[0] && !more[0] && !unclear.has(symbol ?? '');
  const isClear = unclear.size === 0;
  return {
    isOfAmounts: AMOUNTS.has(own.replaceAll(/ (?:(?:major|decimal|required|optional)\b)?/g, '')),
    currency: isOne ? code : undefined,
    symbol: isOne && code === undefined ? symbol : undefined,
    isMinor: isClear && (isMinor || isCents),
    isCents: isClear && isCents,
    unclear: [...unclear],
  };
}
