import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { InternalAccount } from '@org/payments-contract';
import { ArgumentError, canonicalJson } from '@org/payments-contract/internal';
import type { ItemStatus } from '@org/payments-sdk/run';
import { readInput } from '../../input-file.ts';
import { fileText } from '../file/file-text.ts';
import { mappingOf } from '../file/headings.ts';
import { fingerprintOf, type Payouts, type Problem, payoutRows } from '../file/payout-rows.ts';
import { readTable, type Table } from '../file/table.ts';
import type { RunLine } from '../options.ts';
import type { Plan } from '../plans.ts';
import { duplicates, nameDiffers } from './duplicates.ts';
import { PayeeBook } from './payees.ts';
import { type PlannedPayment, planned } from './payments.ts';
import { readRates } from './rates.ts';
import { type Platform, type SourceTotal, shortfall, sourceAccounts } from './sources.ts';

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
  const notes = [...(note === undefined ? [] : [note]), ...payouts.notes];
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
      .flatMap((plan) => plan.payments.map(({ fingerprint }) => [fingerprint, plan] as const)),
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
    const other = others.get(fingerprintOf(row));
    if (other === undefined) return [];
    const message = `pays "${row.payee}" what the run "${other.run}" of ${other.at.slice(0, 10)} paid`;
    const action = 'Take it out, unless it is due again.';
    return [{ line, level: 'warning', code: 'PAID_BEFORE', message, action }];
  };
}

/**
 * Checks each row against the service: the payee, the currency, what it costs, the balances, and what
 * was paid before. Sends nothing but reads.
 *
 * @param known what became of the rows that the run has already
 */
export async function checkFile(
  file: ReadFile,
  line: RunLine,
  client: Platform,
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
  for (let at = 0; at < file.rows.length; at += WIDTH) {
    const rows = file.rows.slice(at, at + WIDTH);
    const found = rows.map(async (row) => planned(row, await book.find(row), sources, rates));
    for (const [index, one] of (await Promise.all(found)).entries()) {
      if ('code' in one) unpayable.push({ line: rows[index]?.line ?? 0, level: 'error', ...one });
      else payments.push(one);
    }
  }
  const due = payments.filter(({ payment }) => known.get(payment.id) !== 'paid');
  const totals = sources.map((source) => totalOf(source, due));
  // Not by `push`, which cannot take as many values as a file may have rows.
  const problems = [
    ...[...file.problems, ...duplicates(file.rows), ...unpayable],
    ...payments.flatMap(nameDiffers),
    ...payments.flatMap(against(plans, line.id, known)),
    ...totals.flatMap(shortfall),
  ];
  problems.sort((one, other) => one.line - other.line);
  return { ...file, problems, planned: payments, totals };
}
