import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { InternalAccount } from '@org/payments-contract';
import { ArgumentError, canonicalJson, strangerText } from '@org/payments-contract/internal';
import { quotedText } from '../../../../quoted-text.ts';
import { readInput } from '../../input-file.ts';
import { command } from '../../operations.ts';
import { mappingOf, shownHeadings } from '../file/headings.ts';
import { type PayoutRow, type Payouts, type Problem, payoutRows } from '../file/payout-rows.ts';
import { fileText, readTable, type Table } from '../file/table.ts';
import type { RunLine } from '../options.ts';
import type { RunWork } from '../place.ts';
import {
  changedRow,
  isSentAgain,
  type KnownRow,
  type KnownRows,
  removedNotes,
  removedRows,
  standingNote,
} from './known-rows.ts';
import { isOneName } from './names.ts';
import { notDue } from './not-due.ts';
import type { OtherRuns } from './other-runs.ts';
import { paidOutside } from './paid-outside.ts';
import { paidBefore, paidByReport, samePayments } from './paid-twice.ts';
import { PayeeBook } from './payees.ts';
import {
  type PlannedPayment,
  planned,
  readRates,
  type SourceTotal,
  shortfall,
  sourceAccounts,
} from './payments.ts';
import { type PresentRows, statusTexts } from './present.ts';
import { isChanged, withKnownIds } from './row-ids.ts';
import { totalRows } from './total-rows.ts';

/** Addresses that are looked up at the same time. */
const WIDTH = 8;
/** Some 500,000 rows: everything that is known of a row is in memory until it is approved. */
const MAX_BYTES = 50_000_000;

/** A file as it was read, before the service was asked about anything. */
export interface ReadFile extends Payouts {
  readonly name: string;
  readonly table: Table;
  /** The columns that are read, from 0. */
  readonly read: ReadonlySet<number>;
  readonly digest: string;
}

/** A file, and what the service says of its payments. */
export interface CheckedFile extends ReadFile {
  /** Rows that are paid, may be, or were refused and are not sent again. */
  readonly standing: readonly KnownRow[];
  /** The payments that are left, and are sent. */
  readonly planned: readonly PlannedPayment[];
  /** What the run has of earlier versions of the file. */
  readonly removed: readonly KnownRow[];
  readonly totals: readonly SourceTotal[];
  /** Ids of payments that were made lately in another way, and may be those of rows. */
  readonly madeBefore: ReadonlySet<string>;
  /** The statuses of payments that were accepted before. */
  readonly statuses: readonly string[];
  /** The digest of the file, of whom it pays, and of what a person has to look at. */
  readonly approval: string;
}

/** Warnings about payments that would be sent, and perhaps should not be: a person looks at them first. */
const doubts: readonly string[] = [
  ...['PAID_BEFORE', 'SAME_PAYMENT', 'NAME_DIFFERS', 'NAME_LOOKS_ALIKE', 'MAY_BE_TOTAL'],
  'MAY_NOT_BE_DUE',
];

export const isDoubt = ({ code }: Problem) => doubts.includes(code);

/** Somebody who approves the file has looked at what is doubtful in it: there may be more in the meantime. */
function approvalOf(
  digest: string,
  removed: readonly KnownRow[],
  problems: readonly Problem[],
  left: readonly PlannedPayment[],
): string {
  const fates = removed.map(({ payment, outcome }) => [payment.id, outcome.status]);
  const looked = problems.filter(isDoubt);
  // The same words may name somebody else by then.
  const payees = left.map(({ payment: { id, to, payee } }) => [id, to, payee ?? '']);
  const text = canonicalJson([
    digest,
    ...[...fates, ...looked.map(({ line, message }) => [line, message]), ...payees],
  ]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Reads and checks the file alone. @throws ArgumentError if it cannot be read, or a column is missing */
export async function readPayouts(line: RunLine): Promise<ReadFile> {
  const name = basename(line.file);
  const bytes = await readInput(line.file);
  if (bytes.length > MAX_BYTES) {
    const size = `${Math.ceil(bytes.length / 1_000_000)} MB`;
    throw new ArgumentError(
      `${name} has ${size}, and a run takes 50 MB: split it into several files`,
    );
  }
  const { text, note } = fileText(bytes, name);
  const table = readTable(text, name);
  const mapping = mappingOf(table, line.map, line.currency !== undefined, note);
  const payouts = payoutRows(table, mapping, line);
  const { from, id, unit, locale, currency, margin } = line;
  // What was read, because a machine may read the same bytes otherwise.
  const amounts = payouts.rows.map(({ amount }) => amount);
  const meaning = { from: [...from].sort(), id, mapping, unit, locale, currency, margin, amounts };
  const digest = createHash('sha256')
    .update(bytes)
    .update(canonicalJson(JSON.parse(JSON.stringify(meaning))))
    .digest('hex')
    .slice(0, 32);
  const { unread } = mapping;
  const unreadNote =
    unread.length === 0 ? [] : [`not read: ${shownHeadings(unread)}; --map names columns`];
  const notes = [...(note === undefined ? [] : [note]), ...payouts.notes, ...unreadNote];
  const read = new Set(Object.values(mapping.places));
  return { ...payouts, notes, name, table, read, digest };
}

function totalOf(source: InternalAccount, all: readonly PlannedPayment[]): SourceTotal {
  const own = all.filter(({ payment }) => payment.from === source.id);
  const sum = (value: (one: PlannedPayment) => number) =>
    own.reduce((total, one) => total + value(one), 0);
  return {
    accountId: source.id,
    currency: source.balance.currency.code,
    available: source.balance.amount,
    needed: sum(({ cost }) => cost),
    fees: sum(({ fee }) => fee),
    payments: own.length,
  };
}

function idsTwice(rows: readonly PayoutRow[]): Problem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, id }): Problem[] => {
    const first = lines.get(id);
    lines.set(id, first ?? line);
    if (first === undefined) return [];
    const message = `has the id ${id} of line ${first}`;
    const action = 'Give each payment an id of its own.';
    return [{ line, level: 'error', code: 'ID_TWICE', message, action }];
  });
}

function nameDiffers({ row, payee }: PlannedPayment): Problem[] {
  const { name = row.name, atBank } = payee;
  const isOne = row.name === '' || isOneName(row.name, name);
  const other = `names ${quotedText(row.name)}, and the account belongs to ${quotedText(name)}`;
  const message = isOne ? atBank : other;
  if (message === undefined) return [];
  const action = 'Compare the account with what the payee gave you.';
  return [{ line: row.line, level: 'warning', code: 'NAME_DIFFERS', message, action }];
}

function looksAlike({ row, payee: { name = '' } }: PlannedPayment): Problem[] {
  const marks = strangerText(name).marks.filter((mark) => mark === 'mixed' || mark === 'lookalike');
  if (marks.length === 0) return [];
  const message = `the account belongs to ${quotedText(name)}, with letters of another alphabet that look like Latin ones`;
  const action = 'Compare the account with what the payee gave you.';
  return [{ line: row.line, level: 'warning', code: 'NAME_LOOKS_ALIKE', message, action }];
}

function sorted(rows: readonly PayoutRow[], known: KnownRows, line: RunLine, book: PayeeBook) {
  const changed: Problem[] = [];
  const standing: KnownRow[] = [];
  const left = rows.filter((row) => {
    const one = known.get(row.id);
    if (one === undefined) return true;
    const { outcome } = one;
    const isLeft =
      outcome.status === 'not-sent' ||
      (outcome.status === 'refused' && isSentAgain(line, outcome.code));
    if (isChanged(row, one, book)) changed.push(changedRow(row.line, one));
    else if (isLeft) return true;
    else standing.push({ ...one, line: row.line });
    return false;
  });
  return { changed, standing, left };
}

/**
 * Checks each row against the service: the payee, the currency, what it costs, the balances, and what
 * was paid before. Sends nothing but reads.
 *
 * @param present what became of the rows that the run has already
 */
export async function checkFile(
  file: ReadFile,
  work: RunWork,
  present: PresentRows,
  runs: OtherRuns,
): Promise<CheckedFile> {
  const { line, client } = work;
  if (line.from.length === 0) {
    throw new ArgumentError(
      `--from names the internal account that pays; ${command('internalAccounts.list')} and ${command('internalAccounts.listPlatform')} print them`,
    );
  }
  const { known } = present;
  const sources = await sourceAccounts(client, line.from);
  const book = new PayeeBook(client);
  await book.read(sources);
  const rates = await readRates(client, sources);
  const unpayable: Problem[] = [];
  const payments: PlannedPayment[] = [];
  const own = withKnownIds(file.rows, known, book);
  const { changed, standing, left } = sorted(own, known, line, book);
  for (let at = 0; at < left.length; at += WIDTH) {
    const rows = left.slice(at, at + WIDTH);
    const found = rows.map(async (row) => planned(row, await book.find(row), sources, rates));
    for (const [index, one] of (await Promise.all(found)).entries()) {
      const row = rows[index] as PayoutRow;
      const before = known.get(row.id);
      if ('code' in one) unpayable.push({ line: row.line, level: 'error', ...one });
      else if (before && canonicalJson(before.payment) !== canonicalJson(one.payment)) {
        const was = before.payment.to.accountId;
        const is = one.payment.to.accountId;
        const isOther = was !== undefined && is !== undefined && was !== is;
        const { from } = before.payment;
        const ofSource = `is paid from ${one.payment.from} now, and from ${from} before`;
        const ofPayee = isOther ? `names ${is} now, and ${was} before` : undefined;
        const what = from === one.payment.from ? ofPayee : ofSource;
        changed.push(changedRow(row.line, before, what));
      } else payments.push(one);
    }
  }
  const totals = sources.map((source) => totalOf(source, payments));
  const removed = removedRows(known, new Set(own.map(({ id }) => id)));
  const before = await paidBefore(payments, removed, runs);
  const byReport = paidByReport(payments, file.table);
  const named = new Set([...before.problems, ...byReport].map(({ line: at }) => at));
  const unnamed = payments.filter(({ row }) => !named.has(row.line));
  const outside = await paidOutside(unnamed, sources, book, runs, work);
  // Not by `push`, which cannot take as many values as a file may have rows.
  const problems = [
    ...[...file.problems, ...idsTwice(own), ...unpayable, ...changed],
    ...samePayments(payments, standing),
    ...payments.flatMap((one) => [...nameDiffers(one), ...looksAlike(one)]),
    ...[...before.problems, ...byReport, ...outside.problems],
    ...totalRows(payments, own, file.table),
    ...notDue(payments, file.table, file.read),
    ...standing.flatMap(standingNote),
    ...removedNotes(removed),
    ...totals.flatMap(shortfall),
  ];
  problems.sort((one, other) => one.line - other.line);
  const statuses = statusTexts(standing, present);
  const notes = [...file.notes, ...before.notes, ...outside.notes];
  const approval = approvalOf(file.digest, removed, problems, payments);
  const found = { notes, problems, standing, removed, statuses, totals, approval };
  return { ...file, ...found, rows: own, planned: payments, madeBefore: outside.ids };
}
