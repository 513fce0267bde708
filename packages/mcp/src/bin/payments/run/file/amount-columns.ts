import { asciiDigits } from '@org/payments-contract/internal';
import { currencyCode, plainWord, spaced } from './amount-heading.ts';
import type { Table } from './table.ts';

/** Parts of words for money. They lead to a question, and never to an amount. */
const MONEY =
  /amount|total|sum|pay|paid|net|gross|brut|due|balance|outstanding|price|cost|value|fee|salar|wage|take.?home|transfer|betrag|lohn|gehalt|zahlung|preis|saldo|montant|somme|sold|prix|import|sueldo|nomina|pag[oa]|monto|precio|valor|bedrag|totaa|belopp|beløb|金|額|额|給|料|合計|支払/u;

/** What is written in figures beside money. */
const NUMBERED =
  /(?:^|[\s_.#-])(?:id|no|nr|num|ref|reference|date|code|type|terms|center|centre|account|konto)\.?$|(?:number|nummer|nr\.?|datum|referenz)$|^(?:numero|fecha|date|id) /;

/** A number with separators, and with a sign or a currency on each side. */
const NUMBER =
  /^[-+−(]? ?(?:(\p{L}{0,2}\p{Sc}|\p{L}{3,5})|(?:kr|zł|kč|ft|rs|fr|r|[cd]r)\.?)? ?[-+−]? ?((?:\d{1,3}(?:[.,'’٬ ]\d{2,3})*[.,'’٬ ]\d{3}|\d*)(?:[.,٫](?:\d+|[-–]))?) ?(?:(\p{L}{0,2}\p{Sc}|\p{L}{3,5})|(?:kr|zł|kč|ft|rs|fr|r|[cd]r)\.?)? ?[-)]?$/iu;

const isCurrency = (word: string) => /\p{Sc}$|^euros?$/iu.test(word) || currencyCode(word);

/** Whether a column is written as amounts are, whatever its heading says. */
function holdsAmounts({ headings, rows }: Omit<Table, 'separator'>, at: number): boolean {
  const heading = plainWord(spaced(headings[at] ?? ''));
  // The report of a run has amounts of its own beside those of the file.
  const isReported =
    /^(?:cost|fees in it)$/.test(heading) && headings.slice(0, at).includes('run status');
  if (heading === '' || heading.includes('%') || isReported) return false;
  const isNamed = MONEY.test(heading) && !NUMBERED.test(heading);
  let isMoney = false;
  for (const { cells } of rows) {
    const cell = asciiDigits((cells[at] ?? '').slice(0, 50).normalize('NFKC'));
    // Without a digit, such as n/a, it is like an empty one.
    if (!/\d/.test(cell)) continue;
    const [, before, number, after] = NUMBER.exec(cell) ?? [];
    const units = [before, after].filter((one) => one !== undefined);
    const isNumber = number !== undefined && units.every(isCurrency);
    if (isNamed && isNumber) return true;
    if (!isNamed && (!isNumber || /[.,٫]\d{4,}$/.test(number))) return false;
    isMoney ||= units.length > 0 || /[.,٫٬'’](?:\d{1,3}|[-–])$/.test(number ?? '');
  }
  return isMoney && !isNamed;
}

/** The places of such columns. */
export const amountColumns = (table: Omit<Table, 'separator'>): readonly number[] =>
  [...table.headings.keys()].filter((at) => holdsAmounts(table, at));
