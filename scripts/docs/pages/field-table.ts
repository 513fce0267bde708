import { table } from '../../generate/page.ts';
import type { FieldRow } from '../field-rows.ts';

/** The text of a doc comment in a cell: one line, with the syntax of Vue and HTML escaped. */
export function cell(text: string): string {
  return prose(text).replaceAll(/\s*\n\s*/g, ' ');
}

/** Text of a doc comment outside code: tags and templates are written out. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll('<', '&lt;')
            .replaceAll('{{', '&#123;&#123;')
            .replaceAll(/\{@link (\w+)\}/g, '`$1`'),
    )
    .join('');
}

function typeCell(type: string): string {
  const values = type.split(' | ');
  const end = type.startsWith('(') ? ')[]' : '';
  const shown =
    values.length > 6 && type.includes("'") ? `${values.slice(0, 6).join(' | ')} | …${end}` : type;
  return `\`${shown}\``;
}

function description({ comment, onlyIn, type }: FieldRow, isSecret: boolean): string {
  const values = type.split(' | ');
  const all =
    values.length > 6 && type.includes("'")
      ? `Values: ${type
          .replaceAll(/[()[\]]/g, '')
          .replaceAll("'", '`')
          .replaceAll(' | ', ', ')}.`
      : '';
  return [
    onlyIn.length === 0 || onlyIn.length > 3
      ? ''
      : `${onlyIn.map((one) => `\`${one}\``).join(', ')} only.`,
    cell(comment),
    all,
    isSecret ? '**Secret**: never written to logs or errors.' : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
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
  for (const row of rows) {
    const fault = faultOf(row);
    if (fault !== undefined) throw new Error(`The field ${row.path} ${fault}`);
  }
  if (rows.length === 0) throw new Error('A table of fields is empty');
  const head = ['Field', 'Type', ...(placeOf === undefined ? [] : ['In']), 'Description'];
  return table(
    head,
    rows.map((row) => [
      `\`${row.path}\`${row.isRequired && placeOf !== undefined ? ' **required**' : ''}`,
      typeCell(row.type),
      ...(placeOf === undefined ? [] : [placeOf(row.path.split(/[.[]/)[0] ?? '')]),
      description(row, secrets.has(row.path)),
    ]),
  );
}
