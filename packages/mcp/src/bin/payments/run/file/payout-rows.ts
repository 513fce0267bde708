import { createHash } from 'node:crypto';
import { decimalsOf } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { numberKey } from '../../../../number-key.ts';
import { quotedText } from '../../../../quoted-text.ts';
import { currencyCode, isSymbolOf } from './amount-heading.ts';
import { type AmountStyle, amountReader, type WrittenAmount } from './amounts.ts';
import type { Column, Mapping } from './headings.ts';
import type { Table, TableRow } from './table.ts';

/** A row that asks for a payment, as it stands in the file. */
export interface PayoutRow {
  readonly line: number;
  /** Its own id, or one of its content: the same as long as nobody changes the row. */
  readonly id: string;
  /** Whether the id is one of its content, and not one that the file names. */
  readonly isCounted?: boolean;
  /** What names the payee: an id, a name of your own, an account number or an address. */
  readonly payee: string;
  readonly name: string;
  /** In the smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly memo: string;
}

/** Something that a person has to look at. */
export interface Problem {
  /** 0 for the file as a whole. */
  readonly line: number;
  /** `error`: nothing is sent until it is mended; `warning`: a person decides. */
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly action: string;
}

export interface Payouts {
  readonly rows: readonly PayoutRow[];
  readonly problems: readonly Problem[];
  /** What was concluded from the file, for the person. */
  readonly notes: readonly string[];
  /** What stands before the decimals of its amounts. */
  readonly decimalMark: string;
}

const MAX_MEMO = 80;

interface RowText extends Record<Column, string> {
  readonly line: number;
}

/** `1` and `234.50`: two cells, or an amount with its thousands that no quotation marks hold together. */
const isDivided = (amount: string, next = '') =>
  /^\D?\d{1,3}$/.test(amount) && /^\d{3}\.\d+$/.test(next);

/** What cannot be right about a row, whatever its amount is. */
function problemsOf(row: RowText, record: TableRow, width: number, next?: string): Problem[] {
  const { cells, line, swallowing } = record;
  const found: Problem[] = [];
  const add = (code: string, message: string, action: string) =>
    void found.push({ line, level: 'error', code, message, action });
  if (cells.length !== width) {
    const message = `has ${cells.length} cells, and there are ${width} headings`;
    add('ROW_RAGGED', message, 'Put cells that contain the separator into quotation marks.');
    return found;
  }
  if (swallowing !== undefined) {
    const message = `has a cell of several lines with separators in it: ${quotedText(swallowing)}`;
    const action =
      'If it is several rows, a quotation mark is missing: correct it. If it is one text, write it in one line.';
    add('CELL_OF_LINES', message, action);
  }
  if (row.payee === '')
    add(
      'PAYEE_MISSING',
      'names no payee',
      'Enter the account of the payee, or take the line out if it pays nobody.',
    );
  if (row.amount === '') add('AMOUNT_MISSING', 'has no amount', 'Enter the amount.');
  if (isDivided(row.amount, next)) {
    const message = `has ${row.amount} and ${next} in two cells, which may be one amount`;
    const action = `If it is one, write it without the comma. If it is not, write ${row.amount}.00.`;
    add('AMOUNT_DIVIDED', message, action);
  }
  if (decimalsOf(row.currency) === undefined) {
    const what = row.currency === '' ? 'names no currency' : `${row.currency} is not a currency`;
    add('CURRENCY_UNKNOWN', what, 'Enter a code of ISO 4217, such as EUR.');
  }
  if (row.memo.length > MAX_MEMO) {
    const message = `has a memo of ${row.memo.length} characters; banks show ${MAX_MEMO}`;
    add('MEMO_TOO_LONG', message, `Shorten it to ${MAX_MEMO}.`);
  }
  for (const column of ['id', 'payee', 'memo'] as const) {
    const shown = visibleText(row[column]);
    if (shown === row[column]) continue;
    const message = `has a ${column} with characters that cannot be seen: ${shown}`;
    add('HIDDEN_CHARACTERS', message, 'Type the cell again.');
  }
  return found;
}

/** The same for texts that differ by spaces, hyphens and capitals: alike, and not always one payee. */
const alikeKey = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();

const digestOf = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** What is kept of a number, the same however it is printed. */
export const numberDigest = (number: string) => digestOf(numberKey(number), 16);

/**
 * What a row is about: the same in every version of the file that leaves the row as it is, however its payee is
 * printed. Two payees may have one, if their names are alike.
 */
export function contentOf(row: Omit<PayoutRow, 'id' | 'line'>): string {
  const { payee, amount, currency, memo } = row;
  return digestOf(JSON.stringify([alikeKey(payee), amount, currency, memo]), 16);
}

/** What a row is about, and how its payee is written. */
export const fingerprintOf = (row: Omit<PayoutRow, 'id' | 'line'>) =>
  `${contentOf(row)}.${digestOf(row.payee, 8)}`;

/** What the heading of the amounts says that they are of, where a currency is not. */
function otherUnit(currency: string, mapping: Mapping, unit: AmountStyle['unit']) {
  const { currency: named, symbol, isCents } = mapping;
  if (named !== undefined && named !== currency) return named;
  if (symbol !== undefined && !isSymbolOf(symbol, currency)) return symbol;
  return isCents && unit === undefined && decimalsOf(currency) !== 2 ? 'cents' : undefined;
}

/** Reads the rows of a table. What is wrong with one is a problem with its line. */
export function payoutRows(
  { headings, rows: records, separator }: Table,
  mapping: Mapping,
  style: AmountStyle & { readonly currency: string | undefined },
): Payouts {
  const { places, currency: ofHeading, isMinor } = mapping;
  const cell = ({ cells }: TableRow, column: Column) => cells[places[column] ?? -1] ?? '';
  const texts = records.map((record): RowText => {
    const [id, payee, name] = [cell(record, 'id'), cell(record, 'payee'), cell(record, 'name')];
    const own = cell(record, 'currency');
    const currency = own ? (currencyCode(own) ?? own) : (style.currency ?? ofHeading ?? '');
    const amount = cell(record, 'amount');
    return { line: record.line, id, payee, name, amount, currency, memo: cell(record, 'memo') };
  });
  const beside = separator === ',' ? (places.amount ?? headings.length) + 1 : headings.length;
  const problems = records.flatMap((record, at) =>
    problemsOf(texts[at] as RowText, record, headings.length, record.cells[beside]),
  );
  const unread = new Set(problems.map(({ line }) => line));
  const currencies = new Set(texts.map(({ currency }) => currency));
  const units = new Map([...currencies].map((one) => [one, otherUnit(one, mapping, style.unit)]));
  for (const { line, currency } of texts) {
    const unit = units.get(currency);
    if (unread.has(line) || unit === undefined) continue;
    const message = `is of ${currency}, and the heading of the amounts says ${unit}`;
    const action = 'Correct the currency or the heading.';
    problems.push({ line, level: 'error', code: 'CURRENCY_CONTRADICTED', message, action });
  }
  if (style.currency !== undefined && !currencies.has(style.currency)) {
    const message = `every row names its currency, and none is of --currency ${style.currency}`;
    const action = 'Leave --currency out, or correct the currencies of the rows.';
    problems.push({ line: 0, level: 'error', code: 'CURRENCY_CONTRADICTED', message, action });
  }
  const isBad = new Set(problems.map(({ line }) => line));
  const usable = texts.filter(({ line }) => !isBad.has(line));
  const written = usable.map(({ amount: text, currency }): WrittenAmount => ({ text, currency }));
  const unit = style.unit ?? (isMinor ? 'minor' : undefined);
  const reader = amountReader(written, { ...style, unit });
  if (reader.doubt !== undefined) {
    const [message, action] = [reader.doubt, 'Nothing is read until it is certain.'];
    problems.push({ line: 0, level: 'error', code: 'AMOUNTS_DOUBTFUL', message, action });
  }
  if (unit === undefined && mapping.unclear.length > 0) {
    const message = `the heading of the amounts says ${mapping.unclear.map((one) => `"${one}"`).join(' and ')}, which is not understood`;
    const action =
      'Pass --amounts major if 1.50 is one and a half of the currency, or --amounts minor if amounts count its smallest unit. If they count thousands, or are not what is paid, correct the file.';
    problems.push({ line: 0, level: 'error', code: 'AMOUNTS_DOUBTFUL', message, action });
  }
  const seen = new Map<string, number>();
  const rows = usable.flatMap((text): PayoutRow[] => {
    const { line, amount: written, currency, ...rest } = text;
    const reading = reader.read({ text: written, currency });
    const isPositive = 'amount' in reading && reading.amount > 0;
    if (!isPositive) {
      const said = currencyCode(/\p{L}+/u.exec(written)?.[0] ?? '') ?? currency;
      const own = 'problem' in reading ? reading.problem : `${written} is not more than zero`;
      const isOther = said !== currency;
      const message = isOther ? `${written} is of ${said}, and the row is of ${currency}` : own;
      const action = isOther
        ? 'Correct the amount or the currency.'
        : 'Correct the amount, or say with --locale how amounts are written, such as en-IN.';
      problems.push({ line, level: 'error', code: 'AMOUNT_UNREADABLE', message, action });
      return [];
    }
    const row = { ...rest, line, currency, amount: reading.amount };
    if (row.id !== '') return [row];
    const content = contentOf(row);
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return [{ ...row, id: `row-${content}${count > 1 ? `-${count}` : ''}`, isCounted: true }];
  });
  const { note, decimalMark } = reader;
  return { rows, problems, notes: note === undefined ? [] : [note], decimalMark };
}
