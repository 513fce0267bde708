import type { FieldRow } from '../facts/field-rows.ts';
import { cell, table } from './markdown.ts';

/** The values of a type that a cell shows; those of a longer one are listed in the description. */
const MAX_VALUES = 6;

/** The type of a row as a cell, and all its values in words if the cell does not show them. */
function typeCells(type: string): readonly [cell: string, values: string] {
  const values = type.split(' | ');
  if (values.length <= MAX_VALUES || !type.includes("'")) return [`\`${type}\``, ''];
  const end = type.startsWith('(') ? ')[]' : '';
  const all = type
    .replaceAll(/[()[\]]/g, '')
    .replaceAll("'", '`')
    .replaceAll(' | ', ', ');
  return [`\`${values.slice(0, MAX_VALUES).join(' | ')} | …${end}\``, `Values: ${all}.`];
}

/** The columns of a table of fields, besides their declarations. */
export interface TableOptions {
  /** Where a field of a request is sent; the column is left out if this is missing. */
  readonly placeOf?: (field: string) => string;
  readonly secrets?: ReadonlySet<string>;
}

/** What is wrong with a row: a sign that something other than a field was read. */
function faultOf({ path, type, comment }: FieldRow): string | undefined {
  const name = path.split('.').at(-1)?.replaceAll('[]', '') ?? '';
  if (/^\d*$/.test(name)) return 'has a number for a name';
  if (name in Array.prototype) return 'is a member of every array';
  if (comment.trim() === '') return 'has no doc comment';
  if (/\b(?:any|unknown|__type)\b(?!>)/.test(type) || type === '') return `has the type ${type}`;
  const values = type.replaceAll(/[()[\]]/g, '').split(' | ');
  // Known values are shown without the rest of an open enum.
  if (values.includes('string') && type.includes("'")) return `has values and any other: ${type}`;
  return new Set(values).size < values.length ? `has a value twice: ${type}` : undefined;
}

/**
 * A table of fields.
 *
 * @throws Error naming a row that does not describe a field
 */
export function fieldTable(
  rows: readonly FieldRow[],
  { placeOf, secrets = new Set() }: TableOptions = {},
): string {
  if (rows.length === 0) throw new Error('A table of fields is empty');
  const cells = rows.map((row) => {
    const { path, type, isRequired, comment, onlyIn } = row;
    const fault = faultOf(row);
    if (fault !== undefined) throw new Error(`The field ${path} ${fault}`);
    const [shown, values] = typeCells(type);
    const variants = onlyIn.map((one) => `\`${one}\``).join(', ');
    const description = [
      onlyIn.length === 0 || onlyIn.length > 3 ? '' : `${variants} only.`,
      cell(comment),
      values,
      secrets.has(path) ? '**Secret**: never written to logs or errors.' : '',
    ];
    return [
      `\`${path}\`${isRequired && placeOf !== undefined ? ' **required**' : ''}`,
      shown,
      ...(placeOf === undefined ? [] : [placeOf(path.split(/[.[]/)[0] ?? '')]),
      description.filter((text) => text !== '').join(' '),
    ];
  });
  const head = ['Field', 'Type', ...(placeOf === undefined ? [] : ['In']), 'Description'];
  return table(head, cells);
}
