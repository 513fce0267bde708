import type { Currency, OperationRow } from '@org/payments-contract';
import { ArgumentError, closestNames } from '@org/payments-contract/internal';
import { responseSchemas } from '@org/payments-contract/internal/schema';
import { amountText } from '../../approval/describe/facts.ts';
import type { Fate } from '../../approval/describe/not-made.ts';
import { maskedResult } from '../../tools/masks.ts';
import { unitAt } from '../../tools/row-facts.ts';
import {
  cellText,
  columnsOf,
  csvLine,
  fittingColumns,
  recordText,
  tableText,
  valueAt,
} from './columns.ts';
import type { CommandLine } from './options.ts';
import type { Terminal } from './terminal.ts';

/**
 * Something happened, and its result could not be printed: a change was carried out (`applied`), or a
 * recovery leaves changes open (`unknown`).
 */
export class Unprinted extends Error {
  override readonly name = 'Unprinted';
  readonly outcome: 'applied' | 'unknown';

  constructor(outcome: Unprinted['outcome'], fact: string, cause: unknown) {
    const { message } = Object(cause) as Partial<Error>;
    super(`${fact} (${message || 'the output is closed'})`, { cause });
    this.outcome = outcome;
  }
}

/**
 * The service accepted a payment that cannot be made any more, or not before somebody decides about it,
 * and its result was printed.
 */
export class NotMade extends Error {
  override readonly name = 'NotMade';
  readonly status: 'notMade' | 'waiting';

  constructor({ is, text }: Pick<Fate, 'is' | 'text'>) {
    super(text);
    this.status = is === 'lost' ? 'notMade' : 'waiting';
  }
}

/** Something ended a run, whose rows have the exit status. */
export class Stopped extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super('the run was stopped', { cause });
    this.status = status;
  }
}

/** Of a table, if none are named. */
const MAX_COLUMNS = 7;

/** Characters that JSON allows raw, and that change what a terminal shows. */
const hidden = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as JSON, with invisible characters escaped. */
export function jsonText(value: unknown): string {
  const escaped = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, undefined, 2)?.replace(hidden, escaped) ?? 'null'}\n`;
}

function leaves(value: unknown, path = ''): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, child]) =>
    leaves(child, path === '' ? name : `${path}.${name}`),
  );
}

const UNIT = 'minorUnits of ';

/** A value as a person reads it: an amount is a decimal in the currency that the contract names beside it. */
function readable(row: OperationRow, item: unknown, path: string, within: string[] = []): string {
  const value = valueAt(item, path);
  const names = path.split('.');
  const [schema] = responseSchemas(row);
  const unit = typeof value === 'number' ? unitAt(schema, [...within, ...names]) : undefined;
  if (typeof value !== 'number' || !unit?.startsWith(UNIT)) return cellText(value);
  // Beside it, at a path of the resource, or on a side of the payment: `the sending currency`.
  const of = unit.replace(UNIT, '');
  const [, side, isEither] = /^the (sending|receiving) currency( if)?/.exec(of) ?? [];
  // From beside it outwards; a field of one name alone is only beside it.
  const isBeside = side === undefined && !of.includes('.');
  const around = names.map((_, at) => names.slice(0, at)).reverse();
  const above = isBeside ? around.slice(0, 1) : around;
  const found = (place: string) =>
    above.map((one) => valueAt(item, [...one, place].join('.'))).find((one) => one !== undefined);
  const own = isEither && found('type') !== 'INCOMING' ? 'sending' : side;
  const ofSide = [`${own}Currency`, `${own === 'sending' ? 'sent' : 'received'}Amount.currency`];
  const places = own === undefined ? [of] : ofSide;
  const beside = places.map(found).find((one) => one !== undefined);
  const currency = (typeof beside === 'string' ? { code: beside } : beside) as Partial<Currency>;
  return cellText(
    amountText(value, currency?.code === undefined ? undefined : (currency as Currency)),
  );
}

/** Prints one result, secrets masked. */
export async function printResult(
  terminal: Terminal,
  row: OperationRow,
  result: unknown,
  { format }: CommandLine,
): Promise<void> {
  if (result === undefined) return;
  const value = maskedResult(row, result);
  if (format === 'json') return terminal.out(jsonText(value));
  const all = leaves(value);
  const names = all.map(([name]) => name);
  const cells = all.map(([, cell]) => cell);
  if (format === 'csv') return terminal.out([names, cells].map(csvLine).join(''));
  const rows = names.map((name) => [cellText(name), readable(row, value, name)]);
  return terminal.out(tableText(['FIELD', 'VALUE'], rows, { hasColors: terminal.hasColors }));
}

/** Prints all rows of the same columns, or in a table `nothing` where there are none. */
export async function printRows(
  terminal: Terminal,
  { format }: Pick<CommandLine, 'format'>,
  columns: readonly string[],
  rows: readonly object[],
  nothing = '',
): Promise<void> {
  if (format === 'json') return terminal.out(jsonText(rows));
  const cells = rows.map((row) => columns.map((name) => valueAt(row, name)));
  if (format === 'csv') return terminal.out([columns, ...cells].map(csvLine).join(''));
  if (rows.length === 0) return terminal.out(nothing);
  const texts = cells.map((row) => row.map(cellText));
  return terminal.out(tableText(columns, texts, terminal));
}

/** Prints rows of the same columns one by one, each as soon as it is known; a table is a block for each. */
export class RowPrinter {
  readonly #terminal: Terminal;
  readonly #format: CommandLine['format'];
  readonly #columns: readonly string[];
  #count = 0;

  constructor(terminal: Terminal, { format }: CommandLine, columns: readonly string[]) {
    this.#terminal = terminal;
    this.#format = format;
    this.#columns = columns;
  }

  async print(row: Readonly<Record<string, unknown>>): Promise<void> {
    const isFirst = this.#count === 0;
    this.#count += 1;
    const { out, width } = this.#terminal;
    if (this.#format === 'json') {
      return out(`${isFirst ? '[\n' : ',\n'}${jsonText(row).trimEnd()}`);
    }
    const cells = this.#columns.map((name) => row[name]);
    if (this.#format === 'csv') {
      return out(`${isFirst ? csvLine(this.#columns) : ''}${csvLine(cells)}`);
    }
    return out(`${isFirst ? '' : '\n'}${recordText(this.#columns, cells.map(cellText), width)}`);
  }

  /** Completes what was printed. @param nothing the text of a table without rows */
  async end(nothing: string): Promise<void> {
    const isEmpty = this.#count === 0;
    if (this.#format === 'json') return this.#terminal.out(isEmpty ? '[]\n' : '\n]\n');
    if (isEmpty)
      return this.#terminal.out(this.#format === 'csv' ? csvLine(this.#columns) : nothing);
  }
}

/** The columns to print. @throws ArgumentError for one that the contract does not have */
export function chosenColumns(row: OperationRow, { columns }: CommandLine): readonly string[] {
  const all = columnsOf(row);
  const unknown = columns?.find((name) => !all.includes(name));
  if (unknown === undefined) return columns ?? all;
  if (all.length === 0) throw new ArgumentError('--columns is for lists');
  const near = closestNames(unknown, all);
  const hint =
    near.length > 0 ? `did you mean ${near.join(' or ')}` : `the columns are ${all.join(', ')}`;
  throw new ArgumentError(`${unknown} is not a column; ${hint}`);
}

/** What tells items apart, the best first: why one failed, an amount, not a part of its rate, and whom it is to. */
const telling = [
  ...[/^id$/, /^(?:status|state)$/, /^type$/, /name$/i, /^failureReason$/],
  ...[/^(?!total|min|max|rate)(?:\w+\.)?\w*amount$/i, /\.destinationAccountId$/],
];

/**
 * The columns of a table that have a value in some item, first those that tell items apart; an amount
 * has its currency.
 */
function filledColumns(
  items: readonly unknown[],
  candidates: readonly string[],
  { columns }: CommandLine,
  { path, query }: OperationRow,
): readonly string[] {
  if (columns !== undefined) return columns;
  const filled = candidates.filter(
    (name) =>
      !/currency\.\w+$/i.test(name) && items.some((item) => cellText(valueAt(item, name)) !== ''),
  );
  // A list with a period is of what happened when, and whoever decides on an action names its agent.
  const when = 'startDate' in (query?.shape ?? {}) ? [/^createdAt$/] : [];
  const whose = path.startsWith('/agents/') ? [/^agentId$/] : [];
  const order = [...telling.slice(0, 3), ...whose, ...telling.slice(3), ...when];
  const place = (name: string) => [...order, /^/].findIndex((pattern) => pattern.test(name));
  return filled.sort((one, two) => place(one) - place(two)).slice(0, MAX_COLUMNS);
}

/** Prints a list while its pages arrive; a table once all have. Returns how many items it had. */
export async function printList(
  terminal: Terminal,
  row: OperationRow,
  list: AsyncIterable<unknown>,
  line: CommandLine,
): Promise<number> {
  const { format, first } = line;
  const columns = chosenColumns(row, line);
  const kept: unknown[] = [];
  let count = 0;
  if (format === 'csv') await terminal.out(csvLine(columns));
  const items = list[Symbol.asyncIterator]();
  while (count < first) {
    const { done, value: one } = await items.next().catch((cause: unknown) => {
      if (format === 'csv') {
        terminal.error(`items printed: ${count}; the list is not complete`);
      }
      throw cause;
    });
    if (done === true) break;
    // The schema of a response is that of a page.
    const { data } = maskedResult(row, { data: [one] }) as { readonly data: readonly unknown[] };
    const [item] = data;
    count += 1;
    if (format === 'csv') await terminal.out(csvLine(columns.map((name) => valueAt(item, name))));
    else kept.push(item);
  }
  if (format === 'json') await terminal.out(jsonText(kept));
  if (format === 'table') {
    const { width = Number.POSITIVE_INFINITY } = terminal;
    const filled = filledColumns(kept, columns, line, row);
    const cell = (item: unknown, name: string) => readable(row, item, name, ['data', '0']);
    const rows = kept.map((item) => filled.map((name) => cell(item, name)));
    // Nobody named them.
    const fitting = line.columns === undefined ? fittingColumns(filled, rows, width) : 0;
    // An id alone says nothing: then all of a row stand one below the other.
    const room = fitting > 1 ? fitting : filled.length;
    const [shown, cells] = [filled.slice(0, room), rows.map((row) => row.slice(0, room))];
    await terminal.out(count === 0 ? 'Nothing was found.\n' : tableText(shown, cells, terminal));
  }
  return count;
}
