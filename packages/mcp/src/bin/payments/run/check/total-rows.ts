import { plainWord } from '../file/amount-heading.ts';
import { amountWords } from '../file/amounts.ts';
import type { PayoutRow, Problem } from '../file/payout-rows.ts';
import type { Table } from '../file/table.ts';
import type { PlannedPayment } from './payments.ts';

const WORDS = new Set(
  'total totals totale totaal sum sums summe suma soma somme gesamt gesamtsumme gesamtbetrag zwischensumme endsumme razem subtotal subtotals grandtotal totalgeneral soustotal ukupno итого всего 合計 小計 総計 总计 合计'.split(
    ' ',
  ),
);

const isWord = (cell: string) =>
  cell.length < 40 && WORDS.has(plainWord(cell).replaceAll(/[^\p{L}\p{M}]/gu, ''));

/** Rows before it that a row without a word for it has to be the sum of: of fewer, that is chance. */
const MANY = 3;

/** Rows that may be the total of those above, which name a payee because a spreadsheet has filled the cell. */
export function totalRows(
  planned: readonly PlannedPayment[],
  rows: readonly PayoutRow[],
  table: Table,
): Problem[] {
  const left = new Set(planned.map(({ row }) => row.line));
  const named = new Set(table.rows.flatMap(({ line, cells }) => (cells.some(isWord) ? line : [])));
  const sums = new Map<string, { all: number; own: number; count: number }>();
  return rows.flatMap(({ line, amount, currency }, at): Problem[] => {
    const { all, own, count } = sums.get(currency) ?? { all: 0, own: 0, count: 0 };
    const isSum = amount === all || amount === own;
    const isLast = at === rows.length - 1;
    const isTotal = named.has(line) ? count > 0 && (isSum || isLast) : count >= MANY && isSum;
    sums.set(
      currency,
      isTotal ? { all, own: 0, count } : { all: all + amount, own: own + amount, count: count + 1 },
    );
    if (!isTotal || !left.has(line)) return [];
    const what = isSum ? 'is what rows above it come to' : 'has a word for a total in it';
    const message = `pays ${amountWords(amount, currency)}, which ${what}`;
    const action = 'Take it out if it is their total.';
    return [{ line, level: 'warning', code: 'MAY_BE_TOTAL', message, action }];
  });
}
