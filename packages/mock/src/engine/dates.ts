import { definitionOf, membersOf, type Schema } from './schema.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/;
const samples = ['2026-01-05', '2026-01-05T09:00:00Z'];

const kinds = new WeakMap<Schema, boolean>();

/** Returns whether a schema accepts dates only. */
function isDate(schema: Schema): boolean {
  const known = kinds.get(schema);
  if (known !== undefined) return known;
  const isText = definitionOf(schema).type === 'string';
  const takes = (text: string) => schema.safeParse(text).success;
  const result = isText && samples.some(takes) && !takes('text');
  kinds.set(schema, result);
  return result;
}

/** Returns whether the date at the start of a string exists; true for one without a date. */
function exists(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return true;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Returns the paths of dates and times that do not exist, such as 30 February. */
export function impossibleDates(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[] = [],
): (readonly PropertyKey[])[] {
  if (typeof value === 'string') {
    if (exists(value)) return [];
    return membersOf(schema).some(isDate) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const found = new Map<string, readonly PropertyKey[]>();
  for (const member of membersOf(schema)) {
    const { shape, element } = definitionOf(member);
    for (const [name, child] of Object.entries(value)) {
      const field = Array.isArray(value)
        ? element
        : shape !== undefined && Object.hasOwn(shape, name)
          ? shape[name]
          : undefined;
      if (field === undefined) continue;
      const key = Array.isArray(value) ? Number(name) : name;
      for (const each of impossibleDates(field, child, [...path, key])) {
        found.set(each.join('.'), each);
      }
    }
  }
  return [...found.values()];
}
