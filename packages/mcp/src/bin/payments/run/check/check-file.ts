import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { InternalAccount } from '@org/payments-contract';
import { ArgumentError, canonicalJson } from '@org/payments-contract/internal';
import type { ItemStatus } from '@org/payments-sdk/run';
import { readInput } from '../../input-file.ts';
import { mappingOf, shownHeadings } from '../file/headings.ts';
import {
  fingerprintOf,
  type PayoutRow,
  type Payouts,
  type Problem,
  payoutRows,
} from '../file/payout-rows.ts';
import { fileText, readTable, type Table } from '../file/table.ts';
import type { RunLine } from '../options.ts';
import type { RunWork } from '../place.ts';
import type { ApprovedPayment, Plan } from '../plans.ts';
import { PayeeBook } from './payees.ts';
import {
  type Payment,
  type PlannedPayment,
  planned,
  readRates,
  type SourceTotal,
  shortfall,
  sourceAccounts,
} from './payments.ts';

/** Addresses that are looked up at the same time. */
const WIDTH = 8;
/** Some 500,000 rows: everything that is known of a row is in memory until it is approved. */
const MAX_BYTES = 50_000_000;

/** A file as it was read, before the service was asked about anything. */
export interface ReadFile extends Payouts {
  readonly name: string;
  readonly table: Table;
  readonly digest: string;
}

/** A file, and what the service says of its payments. */
export interface CheckedFile extends ReadFile {
  /** Rows that the run has paid, as they were approved. */
  readonly paid: readonly ApprovedPayment[];
  /** The payments that are left. */
  readonly planned: readonly PlannedPayment[];
  readonly totals: readonly SourceTotal[];
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
  const mapping = mappingOf(table.headings, line.map, line.currency !== undefined);
  const payouts = payoutRows(table, mapping, line);
  const { from, id, unit, locale, currency } = line;
  const meaning = { from: [...from].sort(), id, mapping, unit, locale, currency };
  const digest = createHash('sha256')
    .update(bytes)
    .update(canonicalJson(JSON.parse(JSON.stringify(meaning))))
    .digest('hex')
    .slice(0, 32);
  const { unread } = mapping;
  const unreadNote =
    unread.length === 0 ? [] : [`not read: ${shownHeadings(unread)}; --map names columns`];
  const notes = [...(note === undefined ? [] : [note]), ...payouts.notes, ...unreadNote];
  return { ...payouts, notes, name, table, digest };
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

/** Rows of one id. */
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

/** What is paid to whom, however the rows name the payee: the same for two that pay the same thing twice. */
const contentOf = ({ to, amount, currency, memo }: Payment) =>
  JSON.stringify([to.accountId ?? to.umaAddress, amount, currency, memo]);

/** Payments that are left, and that may pay what another row of the file pays. */
function samePayments(
  planned: readonly PlannedPayment[],
  paid: readonly ApprovedPayment[],
): Problem[] {
  const left = planned.map(({ row, payment }) => ({ line: row.line, payment, isLeft: true }));
  const lines = new Map<string, ApprovedPayment['line']>();
  const ids = new Set<string>();
  const all = [...paid.map((one) => ({ ...one, isLeft: false })), ...left];
  all.sort((one, other) => one.line - other.line);
  return all.flatMap(({ line, payment, isLeft }): Problem[] => {
    const content = contentOf(payment);
    const before = lines.get(content);
    lines.set(content, before ?? line);
    const isNamed = ids.has(payment.id);
    ids.add(payment.id);
    if (before === undefined || !isLeft || isNamed) return [];
    const message = `pays the same amount to the same payee as line ${before}`;
    const action = 'Take one of them out, unless both are meant.';
    return [{ line, level: 'warning', code: 'SAME_PAYMENT', message, action }];
  });
}

/** A name as it is compared: without accents, order and titles. */
function nameParts(name: string): ReadonlySet<string> {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1));
}

/** A warning for a name in the file that has nothing in common with that of the account's holder. */
function nameDiffers({ row, payee }: PlannedPayment): Problem[] {
  if (row.name === '' || payee.name === undefined) return [];
  const holder = nameParts(payee.name);
  if ([...nameParts(row.name)].some((part) => holder.has(part))) return [];
  const message = `names "${row.name}", and the account belongs to "${payee.name}"`;
  const action = 'Compare the account with what the payee gave you.';
  return [{ line: row.line, level: 'warning', code: 'NAME_DIFFERS', message, action }];
}

/** What was approved before: another content under the same id, or the same payment in another run. */
function against(
  plans: ReadonlyMap<string, Plan>,
  run: string,
  known: ReadonlyMap<string, ItemStatus>,
): (one: PlannedPayment) => Problem[] {
  const own = plans.get(run)?.payments ?? [];
  const approved = new Map(own.map(({ payment }) => [payment.id, canonicalJson(payment)]));
  const others = new Map(
    [...plans.values()]
      .filter((plan) => plan.run !== run)
      .flatMap((plan) => plan.payments.map(({ payment }) => [contentOf(payment), plan] as const)),
  );
  return ({ row, payment }) => {
    const { line, id } = row;
    const isKnown = known.has(id) && approved.has(id);
    if (isKnown && approved.get(id) !== canonicalJson(payment)) {
      const message = `the run has ${id} with another content`;
      const action =
        'Give the changed row another id; the report says what became of the first one.';
      return [{ line, level: 'error', code: 'ROW_CHANGED', message, action }];
    }
    const other = others.get(contentOf(payment));
    if (other === undefined) return [];
    const message = `pays "${row.payee}" what the run "${other.run}" of ${other.at.slice(0, 10)} may have paid`;
    const action = 'Take it out, unless it is due again.';
    return [{ line, level: 'warning', code: 'PAID_BEFORE', message, action }];
  };
}

/** The rows that the run has paid, and that nobody has changed since. */
function paidRows(
  { rows }: ReadFile,
  plan: Plan | undefined,
  known: ReadonlyMap<string, ItemStatus>,
): ReadonlyMap<PayoutRow, ApprovedPayment> {
  const approved = new Map(plan?.payments.map((one) => [one.payment.id, one]));
  const paid = rows.flatMap((row) => {
    const one = known.get(row.id) === 'paid' ? approved.get(row.id) : undefined;
    const isSame = one?.fingerprint === fingerprintOf(row);
    return one !== undefined && isSame ? [[row, { ...one, line: row.line }] as const] : [];
  });
  return new Map(paid);
}

/**
 * Checks each row against the service: the payee, the currency, what it costs, the balances, and what
 * was paid before. Sends nothing but reads.
 *
 * @param known what became of the rows that the run has already
 */
export async function checkFile(
  file: ReadFile,
  { line, client }: RunWork,
  plans: ReadonlyMap<string, Plan>,
  known: ReadonlyMap<string, ItemStatus>,
): Promise<CheckedFile> {
  if (line.from.length === 0) {
    throw new ArgumentError(
      '--from names the internal account that pays; payments internal-accounts list and list-platform print them',
    );
  }
  const sources = await sourceAccounts(client, line.from);
  const book = new PayeeBook(client);
  await book.read(sources);
  const rates = await readRates(client, sources);
  const unpayable: Problem[] = [];
  const payments: PlannedPayment[] = [];
  const paid = paidRows(file, plans.get(line.id), known);
  const left = file.rows.filter((row) => !paid.has(row));
  for (let at = 0; at < left.length; at += WIDTH) {
    const rows = left.slice(at, at + WIDTH);
    const found = rows.map(async (row) => planned(row, await book.find(row), sources, rates));
    for (const [index, one] of (await Promise.all(found)).entries()) {
      if ('code' in one) unpayable.push({ line: rows[index]?.line ?? 0, level: 'error', ...one });
      else payments.push(one);
    }
  }
  const totals = sources.map((source) => totalOf(source, payments));
  // Not by `push`, which cannot take as many values as a file may have rows.
  const problems = [
    ...[...file.problems, ...idsTwice(file.rows), ...unpayable],
    ...samePayments(payments, [...paid.values()]),
    ...payments.flatMap(nameDiffers),
    ...payments.flatMap(against(plans, line.id, known)),
    ...totals.flatMap(shortfall),
  ];
  problems.sort((one, other) => one.line - other.line);
  return { ...file, problems, paid: [...paid.values()], planned: payments, totals };
}
