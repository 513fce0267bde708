import { styleText } from 'node:util';
import type { Fields, OperationRow } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { responseSchemas, variantsOf } from '@org/payments-contract/internal/schema';
import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { isHandle } from '../../run/bounded.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  /** Whether it has fields that the contract does not name. */
  readonly free?: boolean;
}

/** Objects nested deeper are one cell of JSON. */
const MAX_DEPTH = 3;

function pathsOf(node: Node, path: readonly string[]): string[] {
  return variantsOf(node).flatMap(({ properties, free }) => {
    const own = path.join('.');
    if (properties === undefined || path.length === MAX_DEPTH) return [own];
    const whole = free === true ? [own] : [];
    const parts = Object.entries(properties).flatMap(([name, child]) =>
      pathsOf(child, [...path, name]),
    );
    return [...whole, ...parts];
  });
}

/**
 * The columns of a list, from the contract and not from the items: the file of one month has those of
 * the next. A field that is an object in some items and text in others is one column for each.
 */
export function columnsOf(row: OperationRow): readonly string[] {
  const [schema] = responseSchemas(row);
  if (schema === undefined) return [];
  const page = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' }) as Node;
  const items = variantsOf(page).flatMap(({ properties }) => {
    const { items: item } = properties?.data ?? {};
    return item === undefined ? [] : pathsOf(item, []);
  });
  const all = new Set(items.filter((name) => name !== ''));
  // What names the item comes first.
  return all.has('id') ? [...new Set(['id', ...all])] : [...all];
}

export function valueAt(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const fields = Object(value) as Fields;
    return Object.hasOwn(fields, name) ? fields[name] : undefined;
  }, item);
}

export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return visibleText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Where a spreadsheet that separates by another character would begin a cell with a formula. */
const INNER_FORMULA = /[;\t](?=[-=+@])/g;

/**
 * One line of CSV by RFC 4180. Text that a spreadsheet would run as a formula begins with an apostrophe,
 * because names come from strangers. The line ends as lines of text do: a shell would keep a carriage
 * return in the last cell.
 */
export function separatedLine(cells: readonly unknown[], delimiter: string): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell : cellText(cell)));
  return stringify([texts], { delimiter, escape_formulas: true });
}

export function csvLine(cells: readonly unknown[]): string {
  const texts = cells.map((cell) =>
    typeof cell === 'number' ? cell : cellText(cell).replaceAll(INNER_FORMULA, "$&'"),
  );
  return separatedLine(texts, ',');
}

export interface TableStyle {
  /** Columns of the terminal; cells are whole when left out. */
  readonly width?: number | undefined;
  readonly hasColors?: boolean;
  /** Headings of columns whose cells end at one line, such as amounts. */
  readonly right?: readonly string[];
}

export const GAP = '  ';

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/g;

/** The columns that a text takes: characters of East Asia take two, as emoji do, and marks on a letter none. */
const columnsIn = (text: string) => text.replaceAll(/\p{Mn}/gu, '').replaceAll(wide, '##').length;

/**
 * Text in lines of a width, broken between words. A word that is longer stays whole: somebody may copy
 * it.
 *
 * @param width none where nothing has to fit, as in a pipe
 * @param indent of the lines after the first
 */
export function wrapped(text: string, width: number | undefined, indent = ''): string {
  if (width === undefined) return text;
  const lines: string[] = [];
  for (const word of text.trimEnd().split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined) lines.push(word);
    else if (columnsIn(joined) > width && last.trim() !== '') lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = joined;
  }
  return lines.join('\n');
}

/** A column is never narrower than this, or than its widest cell. */
const MIN_WIDTH = 12;

type Rows = readonly (readonly string[])[];

/** Whether the cells of a column are never cut, because people copy them: ids, keys, references. */
const isWhole = (name = '') => isHandle(name.split('.').at(-1) ?? '');

function naturalWidths(header: readonly string[], rows: Rows): number[] {
  return header.map((name, at) =>
    rows.reduce((most, row) => Math.max(most, columnsIn(row[at] ?? '')), columnsIn(name)),
  );
}

/** The widths of the columns that fit a terminal; undefined if they do not without a cut of an id. */
function fittedWidths(header: readonly string[], widths: readonly number[], width: number) {
  const cut = (limit: number) =>
    widths.map((own, at) => (isWhole(header[at]) ? own : Math.min(own, limit)));
  const room = width - GAP.length * (widths.length - 1);
  const isFitting = (limit: number) => cut(limit).reduce((sum, own) => sum + own, 0) <= room;
  let limit = Math.max(...widths, MIN_WIDTH);
  while (limit > MIN_WIDTH && !isFitting(limit)) limit -= 1;
  return isFitting(limit) ? cut(limit) : undefined;
}

export function fittingColumns(header: readonly string[], rows: Rows, width: number): number {
  const widths = naturalWidths(header, rows);
  const fits = (count: number) => fittedWidths(header, widths.slice(0, count), width) !== undefined;
  return header.filter((_, at) => at === 0 || fits(at + 1)).length;
}

/** A row as lines of a name and a value, which is whole. */
export function recordText(
  header: readonly string[],
  row: readonly string[],
  width: number | undefined,
): string {
  const longest = Math.max(...header.map(columnsIn));
  const indent = ' '.repeat(longest + GAP.length);
  const line = (name: string, at: number) =>
    wrapped(`${name.padEnd(longest)}${GAP}${row[at] ?? ''}`, width, indent).trimEnd();
  return `${header.map(line).join('\n')}\n`;
}

/** A cell in exactly the columns of its width. */
function fitted(text: string, width: number, isRight: boolean): string {
  const kept = [...text.slice(0, width * 4)];
  const isCut = columnsIn(text) > width;
  while (isCut && columnsIn(kept.join('')) >= width) kept.pop();
  const shown = isCut ? `${kept.join('')}…` : text;
  const space = ' '.repeat(width - columnsIn(shown));
  return isRight ? space + shown : shown + space;
}

/**
 * Rows of text as a table with its columns aligned, cut to the width of the terminal; one below the other
 * where an id would be cut.
 */
export function tableText(
  header: readonly string[],
  rows: Rows,
  { width, hasColors = false, right = [] }: TableStyle = {},
): string {
  const natural = naturalWidths(header, rows);
  const widths = width === undefined ? natural : fittedWidths(header, natural, width);
  if (widths === undefined) return rows.map((row) => recordText(header, row, width)).join('\n');
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => fitted(cell, widths[at] ?? 0, right.includes(header[at] ?? '')))
      .join(GAP)
      .trimEnd();
  const title = line(header);
  const first = hasColors ? styleText('bold', title, { validateStream: false }) : title;
  return `${[first, ...rows.map(line)].join('\n')}\n`;
}
