import { expect, test } from 'vitest';
import { notDue } from './not-due.ts';

/** The cells of a column that are named, of rows that all are left to be paid. */
function named(heading: string, cells: readonly string[]): string[] {
  const rows = cells.map((cell, at) => ({ line: at + 2, cells: ['ada', cell] }));
  const planned = rows.map((row) => ({ row }) as never);
  return notDue(planned, { headings: ['payee', heading], rows }, new Set([0])).map(
    ({ line }) => cells[line - 2] ?? '',
  );
}

test.each([
  [
    'status',
    'open, paid, Cancelled, On hold, approved, canceled, hold',
    'paid, Cancelled, On hold, canceled, hold',
  ],
  ['Zahlungsstatus', 'offen, bezahlt, storniert, gesperrt', 'bezahlt, storniert, gesperrt'],
  ['Statut', 'à payer, payé, annulée', 'payé, annulée'],
  ['Estado', 'pendiente, pagado, cancelada', 'pagado, cancelada'],
  [
    'Remarks',
    'paid 12.10.2026, Paid on 2026-10-12 by Bob, DO NOT PAY, as agreed',
    'paid 12.10.2026, Paid on 2026-10-12 by Bob, DO NOT PAY',
  ],
  ['Pay?', 'yes, no, N, ', 'no, N'],
  ['Zahlen?', 'ja, nein', 'nein'],
  ['À payer', 'oui, non', 'non'],
  ['Approved', 'TRUE, FALSE', 'FALSE'],
  [
    'Paid',
    'yes, no, x, TRUE, 2026-10-01, , 3 Oct 2026, ✓',
    'yes, x, TRUE, 2026-10-01, 3 Oct 2026, ✓',
  ],
  ['Bezahlt am', '01.10.2026, , offen', '01.10.2026'],
  ['Bezahlt', 'ja, nein', 'ja'],
  ['Payé', 'oui, non', 'oui'],
  ['Pagado', 'sí, no', 'sí'],
  ['Facture', 'payée, due', 'payée'],
  ['On hold', 'x, ', 'x'],
  ['Type', 'DEBIT, CREDIT', 'CREDIT'],
  ['Direction', 'outgoing, incoming', 'incoming'],
  ['Soll/Haben', 'S, H', 'H'],
  ['Document type', 'Invoice, Credit note', 'Credit note'],
  ['Belegart', 'Rechnung, Gutschrift', 'Gutschrift'],
  ['', 'paid, ', 'paid'],
])('the column "%s" of %s names %s', (heading, cells, expected) => {
  expect(named(heading, cells.split(', '))).toEqual(expected.split(', '));
});

test.each([
  ['status', 'open, approved, due, unpaid, not paid, to be paid, pending, new, active'],
  ['status', 'ACTIVE, ACTIVE'],
  ['Type', 'CREDIT, CREDIT'],
  ['Type', 'INDIVIDUAL, BUSINESS'],
  ['Type', 'Salary, Bonus'],
  ['Belegart', 'Gutschrift, Gutschrift'],
  ['Pay', '1,200.00, 900.00'],
  ['Pay?', 'yes, Y, '],
  ['Paid', 'no, , 0, false'],
  ['Bezahlt', 'nein, offen'],
  ['Payment date', '2026-11-30, 2026-12-01'],
  ['Due', '2026-11-30, yes'],
  ['Fällig am', '30.11.2026, 01.12.2026'],
  ['Surname', 'Held, Hold, Stop'],
  ['Department', 'Credit, Debit, Paid media, Cancellations'],
  ['Active', 'yes, no'],
  ['Payee', 'X, Si'],
  ['Role', 'Payee, Payer'],
  ['Urgent', 'no, x'],
  ['Cost centre', '1, 0'],
  ['Payment method', 'bank transfer, prepaid card'],
  ['run status', 'paid, unknown'],
  ['transaction status', 'REFUNDED, COMPLETED'],
])('the column "%s" of %s names none', (heading, cells) => {
  expect(named(heading, cells.split(', '))).toEqual([]);
});

test('only columns that are not read, and rows that are left, are looked at', () => {
  const rows = [2, 3].map((line) => ({ line, cells: ['ada', 'paid'] }));
  const table = { headings: ['payee', 'status'], rows };
  const left = [{ row: rows[0] }] as never;
  expect(notDue(left, table, new Set([0, 1]))).toEqual([]);
  expect(notDue(left, table, new Set([0]))).toEqual([
    {
      ...{ line: 2, level: 'warning', code: 'MAY_NOT_BE_DUE' },
      message: 'may not be due: its column "status" says "paid"',
      action: expect.stringContaining('Take the row out if it is not to be paid, or the column'),
    },
  ]);
});
