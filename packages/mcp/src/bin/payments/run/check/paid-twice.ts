import type { ItemStatus } from '@org/payments-sdk/run';
import { quotedText } from '../../../../quoted-text.ts';
import { command } from '../../operations.ts';
import type { Problem } from '../file/payout-rows.ts';
import type { Table } from '../file/table.ts';
import { type KnownRow, lookText } from './known-rows.ts';
import { inOtherRuns, isFailed, memoNote, type OtherRuns, sumOf } from './other-runs.ts';
import type { PlannedPayment } from './payments.ts';

const takeOut = 'Take the row of this line out, unless both are meant: the other one';
/** What to do about a row, by what became of the other one. */
const sameActions: Readonly<Record<ItemStatus, string>> = {
  paid: `${takeOut} is paid.`,
  unknown: `${takeOut} may have been paid, and says what finds out.`,
  refused: `${takeOut} was refused, and is sent with --again.`,
  'not-sent': 'Take one of them out, unless both are meant.',
};

/** Payments that are left, and that may pay what another row of the file pays. */
export function samePayments(
  planned: readonly PlannedPayment[],
  others: readonly KnownRow[],
): Problem[] {
  const left = planned.map(({ row, payment }) => {
    return { line: row.line, payment, status: undefined as ItemStatus | undefined };
  });
  const first = new Map<string, (typeof left)[number]>();
  const ids = new Set<string>();
  const standing = others.filter((one) => !isFailed(one));
  // First those that are not sent: a new row is named wherever it stands.
  const all = [
    ...standing.map(({ line, payment, outcome: { status } }) => ({ line, payment, status })),
    ...left.sort((one, other) => one.line - other.line),
  ];
  return all.flatMap((one): Problem[] => {
    const { line, payment, status } = one;
    const sum = sumOf(payment);
    const before = first.get(sum);
    first.set(sum, before ?? one);
    const isNamed = ids.has(payment.id);
    ids.add(payment.id);
    if (before === undefined || status !== undefined || isNamed) return [];
    const memo = memoNote(payment, before.payment);
    const message = `pays the same amount to the same payee as line ${before.line}${memo}`;
    const action = sameActions[before.status ?? 'not-sent'];
    return [{ line, level: 'warning', code: 'SAME_PAYMENT', message, action }];
  });
}

/** Rows of a report, which say themselves that they were paid: whoever means it says so in the file. */
export function paidByReport(
  planned: readonly PlannedPayment[],
  { headings, rows }: Table,
): Problem[] {
  // A spreadsheet may have put two reports beside each other.
  const places = headings.flatMap((heading, at) => (heading === 'run status' ? [at] : []));
  const cells = new Map(rows.map(({ line, cells: all }) => [line, all]));
  return planned.flatMap(({ row: { line } }): Problem[] => {
    const all = places.map((at) => cells.get(line)?.[at] ?? '');
    const said = all.find((text) => /^(?:paid|unknown|to authorize)/.test(text));
    if (said === undefined) return [];
    const message = `is "${said}", as its own column "run status" says`;
    const action =
      'Take it out, or pass the --state and --id of that run, with which it is not paid again. If it is to be paid again, empty that cell.';
    return [{ line, level: 'error', code: 'PAID_BEFORE', message, action }];
  });
}

/**
 * What may have been paid before: by a row that is not in the file any more, or in another run. The notes
 * name other amounts of other runs.
 */
export async function paidBefore(
  planned: readonly PlannedPayment[],
  removed: readonly KnownRow[],
  runs: OtherRuns,
) {
  const earlier = new Map(
    removed.flatMap((one) =>
      /paid|unknown/.test(one.outcome.status) ? [[sumOf(one.payment), one] as const] : [],
    ),
  );
  const { found, notes } = await inOtherRuns(planned, runs);
  const problems = planned.flatMap(({ row: { line, payee }, payment }): Problem[] => {
    const own = earlier.get(sumOf(payment));
    const has = own?.outcome.status === 'paid' ? 'has paid' : 'may have paid';
    const of = own && `line ${own.line} of an earlier version of the file (${own.payment.id})`;
    const find =
      (own && lookText(own.outcome)) ??
      `Find that out first: put the earlier row back in place of this one and repeat the run, or look in ${command('transactions.list')}.`;
    const fact = own && {
      message: `what ${of} ${has}${memoNote(payment, own.payment)}`,
      action:
        own.outcome.status === 'paid'
          ? 'Take it out, unless both are meant.'
          : `${find} Take this one out if that one is paid, unless both are meant.`,
    };
    const { message, action } = fact ?? found.get(sumOf(payment))?.(payment) ?? {};
    if (message === undefined || action === undefined) return [];
    const text = `pays ${quotedText(payee)} ${message}`;
    return [{ line, level: 'warning', code: 'PAID_BEFORE', message: text, action }];
  });
  return { problems, notes };
}
