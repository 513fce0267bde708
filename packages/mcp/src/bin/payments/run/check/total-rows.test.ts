import { expect, test } from 'vitest';
import { mappingOf } from '../file/headings.ts';
import { payoutRows } from '../file/payout-rows.ts';
import { readTable } from '../file/table.ts';
import type { PlannedPayment } from './payments.ts';
import { totalRows } from './total-rows.ts';

/** The lines of what may be totals, of rows as `<id>;<amount>;<currency>` that all pay ada. */
function totalsOf(lines: readonly string[], paid: readonly number[] = []) {
  const rows = lines.map((line) => `${line};USD`.split(';').slice(0, 3).join(';'));
  const text = `payee;id;amount;currency\n${rows.map((row) => `ada;${row}\n`).join('')}`;
  const table = readTable(text, 'x.csv');
  const style = { unit: undefined, locale: 'en-US', currency: undefined };
  const { rows: read } = payoutRows(table, mappingOf(table, new Map(), false), style);
  const left = read.filter(({ line }) => !paid.includes(line));
  const planned = left.map((row) => ({ row }) as PlannedPayment);
  return totalRows(planned, read, table).map(({ line, message }) => `${line} ${message}`);
}

const SUM = 'which is what rows above it come to';

test.each([
  ['a labelled sum', ['1;1.50', '2;2.50', 'Total;4.00'], [`4 pays 4.00 USD, ${SUM}`]],
  ['a sum without a label', ['1;1.50', '2;2.50', '3;0.50', ';4.50'], [`5 pays 4.50 USD, ${SUM}`]],
  [
    'subtotals, and the total of all',
    ['1;1.50', '2;2.50', 'Zwischensumme:;4.00', '3;1.00', '4;2.00', 'Sub-total;3.00', '小計;7.00'],
    [4, 7, 8].map((line, at) => `${line} pays ${[4, 3, 7][at]}.00 USD, ${SUM}`),
  ],
  [
    'a label at the end',
    ['1;1.50', '2;2.50', 'TOTAL;9.00'],
    ['4 pays 9.00 USD, which has a word for a total in it'],
  ],
  [
    'a sum of one currency',
    ['1;1.50', '2;8.00;EUR', '3;2.50', 'Total;4.00'],
    [`5 pays 4.00 USD, ${SUM}`],
  ],
  ['two rows, which may be their sum by chance', ['1;1.00', '2;1.00', '3;2.00'], []],
  ['words elsewhere', ['Total;1.50', '2;2.50', 'Totals Ltd;9.00', '4;3.00'], []],
])('of %s, a row is named that may be a total', (_, lines, expected) => {
  expect(totalsOf(lines)).toEqual(expected);
});

test('of rows that are paid, none is named, and the others count with them', () => {
  const lines = ['1;1.50', '2;2.50', 'Total;4.00', '3;1.00', 'Sum;1.00'];
  expect(totalsOf(lines, [2, 3, 4])).toEqual([`6 pays 1.00 USD, ${SUM}`]);
});
