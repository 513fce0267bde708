import { asciiDigits } from '@org/payments-contract/internal';
import { AMOUNT_WORDS, amountHeading, currencyCode, plainWord, spaced } from './amount-heading.ts';
import type { Table, TableRow } from './table.ts';

type Headed = Omit<Table, 'separator'>;

const wordsOf = (text: string) => new Set(text.split(' '));

/** Words after the noun of a heading, as in `Amount to transfer`; `To transfer` has none. */
const AFTER = wordsOf(
  'of to for per by on at from incl including excl after before with without this current inkl nach an a de du des di da del',
);

/** Nouns of amounts that are whole too, beside the words of such headings. */
const PAID = wordsOf(
  'amounts payments totals balance outstanding remaining home netto lohn nettolohn gehalt auszahlung auszuzahlen uberweisung owed settlement versement gross brutto brut bruto lordo bruttolohn price preis prix precio prezzo fee fees gebuhr gebuhren cost costs kosten tax vat mwst deduction deductions abzug abzuge bonus',
);

/** Nouns of whole numbers that are not amounts. */
const COUNTED = wordsOf(
  'day days period month week year tag tage monat jahr age time count units anzahl page line row position pos level priority status flag type category terms batch run cycle frequency payroll group grade team room store branch department dept center centre kostenstelle kst article order invoice rechnung transaction account konto blz bankleitzahl bic routing tel mobile plz customer client kunde employee worker payer payee',
);

/** Nouns of what is not an amount, however it is written. */
const LABEL =
  /^(?:id|no|n|num|nro|nr|ref|qty|version)$|(?:#|number|numero|nummer|\w{3}nr|date|datum|fecha|code|phone|zip|reference|hours|stunden|quantity|menge|番号|日)$/;

/** A heading of percentages: `VAT %`, and not `Amount incl. 19% VAT`. */
const PERCENT = /(?<!\d ?)%|percent|prozent|(?:vat|tax|exchange) rate/;

const DECIMAL = /[.,٫](?:\d\d?|\d{4,}|[-–])\D*$/;

/** A number with separators, and with a sign or a currency on each side. */
const NUMBER =
  /^[-+−(]? ?(?:(\p{L}{0,2}\p{Sc}|\p{L}{3,5})|(?:kr|zł|kč|ft|rs|fr|r|[cd]r)\.?)? ?[-+−]? ?((?:\d{1,3}(?:[.,'’٬ ]\d{2,3})*[.,'’٬ ]\d{3}|\d*)(?:[.,٫](?:\d+|[-–]))?) ?(?:(\p{L}{0,2}\p{Sc}|\p{L}{3,5})|(?:kr|zł|kč|ft|rs|fr|r|[cd]r)\.?)? ?[-)]?$/iu;

const isCurrency = (word: string) => /\p{Sc}$|^euros?$/iu.test(word) || currencyCode(word);

const cellOf = ({ cells }: TableRow, at: number) =>
  asciiDigits((cells[at] ?? '').slice(0, 50).normalize('NFKC'));

/** Whether a column is written as amounts are, whatever its heading says. */
function holdsAmounts({ headings, rows }: Headed, at: number, isWhole: boolean): boolean {
  const heading = plainWord(spaced(headings[at] ?? ''));
  // The report of a run has amounts of its own beside those of the file.
  const isReported =
    /^(?:cost|fees in it)$/.test(heading) && headings.slice(0, at).includes('run status');
  const words = heading.replaceAll(/[([].*?[)\]]/g, '').match(/[\p{L}#]+/gu) ?? [];
  const end = words.findIndex((word) => AFTER.has(word));
  const isTarget = end === 0 && words.length > 1;
  const noun = isTarget ? words.join(' ') : (words.at(end < 0 ? -1 : end - 1) ?? '');
  if (heading === '' || isReported || LABEL.test(noun)) return false;
  const { currency, symbol, isMinor } = amountHeading(headings[at] ?? '');
  const isNamed = [AMOUNT_WORDS, PAID].some((one) => one.has(noun)) || isTarget;
  const isUnit = currency !== undefined || symbol !== undefined || isMinor;
  const isLike = isNamed || isUnit || (isWhole && !LABEL.test(words[0] ?? ''));
  const mayBeWhole = isLike && !COUNTED.has(noun);
  const isPercent = PERCENT.test(heading);
  let [isMoney, balance] = [false, 0];
  for (const row of rows) {
    const cell = cellOf(row, at);
    // Nothing is paid of 0, and n/a is like an empty cell.
    if (!/[1-9]/.test(cell)) continue;
    const [, before, number = '', after] = NUMBER.exec(cell) ?? [];
    const units = [before, after].filter((one) => one !== undefined);
    const isNumber = /^(?!0\d)/.test(number) && !/[.,٫]\d{4,}$/.test(number);
    const isAmount = number !== '' && isNumber && units.every(isCurrency);
    balance += isAmount ? 1 : -1;
    if (!isAmount || (isPercent && /^(?:\d\d?|100)(?:\D\d{0,2})?$/.test(number))) continue;
    isMoney ||= mayBeWhole || units.length > 0 || /[.,٫٬'’](?:\d{1,3}|[-–])$/.test(number);
  }
  return isMoney && balance >= 0;
}

/**
 * The places of such columns. Whole numbers are like amounts without decimals.
 *
 * @param own those whose headings name amounts
 */
export function amountColumns(table: Headed, own: readonly number[]): readonly number[] {
  const isWhole = !table.rows.some((row) => own.some((at) => DECIMAL.test(cellOf(row, at))));
  return [...table.headings.keys()].filter((at) => holdsAmounts(table, at, isWhole));
}
