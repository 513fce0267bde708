import { type FieldError, isFields, type OperationRow } from '@org/payments-contract';
import {
  definition,
  membersOf,
  type Schema,
  type SchemaIssue,
  schemaIssues,
  unknownField,
} from '@org/payments-contract/internal/schema';
import { prune, without } from './prune.ts';
import { invalidInput } from './refusal.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/;
const samples = ['2026-01-05', '2026-01-05T09:00:00Z'];

const kinds = new WeakMap<Schema, boolean>();

/** Returns whether a schema accepts dates only. */
function isDate(schema: Schema): boolean {
  const known = kinds.get(schema);
  if (known !== undefined) return known;
  const isText = definition(schema).type === 'string';
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
function impossibleDates(
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
    const { shape, element } = definition(member);
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

/** The parts of a request that have schemas. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request that satisfies the contract. */
export interface ValidInput {
  readonly input: Readonly<Record<string, unknown>>;
  /** The fields of the body; empty when the body is not an object. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Dotted paths of body fields the contract does not have, dropped. */
  readonly dropped: readonly string[];
}

/** The parts of the contract that a check leaves out. */
export interface Leniency {
  /** Body fields the contract does not have are dropped instead of refused. */
  readonly dropsUnknownFields: boolean;
  /** The rules over the whole input are left to the behaviour. */
  readonly skipsRules: boolean;
}

function dotted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

function toError({ path, message }: SchemaIssue): FieldError {
  return { field: dotted(path), message };
}

/**
 * Returns the problems that rules across fields find. They run only if no single field is invalid,
 * so the invalid fields are removed first.
 */
function crossFieldErrors(
  schema: Schema,
  value: unknown,
  issues: readonly SchemaIssue[],
): FieldError[] {
  const paths = issues.map(({ path }) => path).filter((path) => path.length > 0);
  if (paths.length === 0) return [];
  const rest = paths.reduceRight<unknown>((remaining, path) => without(remaining, path), value);
  const later = schemaIssues(schema, rest);
  const known = new Set(issues.map(({ path }) => dotted(path)));
  return later
    .filter(({ code, path }) => code === 'custom' && path.length > 0 && !known.has(dotted(path)))
    .map(toError);
}

function errorsOf(schema: Schema | undefined, value: unknown): FieldError[] {
  if (schema === undefined) return [];
  const issues = schemaIssues(schema, value);
  const dates = impossibleDates(schema, value).map((path) => ({
    field: dotted(path),
    message: 'is a date that does not exist',
  }));
  if (issues.length === 0) return dates;
  const errors = [...issues.map(toError), ...crossFieldErrors(schema, value, issues)];
  const known = new Set(errors.map(({ field }) => field));
  return [...errors, ...dates.filter(({ field }) => !known.has(field))];
}

/** The first words of the message for a field that the contract does not have. */
const UNKNOWN = unknownField('', []);

/** Joins what is missing in the query and unknown in the body: the field was sent in the wrong part. */
function withMisplaced(query: readonly FieldError[], body: readonly FieldError[]): FieldError[] {
  const unknown = body.filter(({ message }) => message?.startsWith(UNKNOWN));
  const fields = new Set(unknown.map(({ field }) => field));
  const misplaced = query.filter(({ field }) => fields.has(field)).map(({ field }) => field);
  const message = 'belongs in the query, not in the body';
  return [
    ...query.filter(({ field }) => !misplaced.includes(field)),
    ...body.map((each) => (misplaced.includes(each.field) ? { ...each, message } : each)),
  ];
}

/**
 * Checks query, headers and body against the contract. Path parameters are not checked: an id of
 * the wrong form does not name a resource, which is a 404.
 *
 * @throws Refusal 400 with one entry for each invalid field
 */
export function validate(row: OperationRow, raw: RawInput, leniency: Leniency): ValidInput {
  const isPruned = leniency.dropsUnknownFields && row.body !== undefined;
  const { value: body, dropped } = isPruned
    ? prune(row.body, raw.body)
    : { value: raw.body, dropped: [] };
  const known = isFields(body) ? body : {};
  const errors = [
    ...errorsOf(row.headers, raw.headers),
    ...withMisplaced(errorsOf(row.query, raw.query), errorsOf(row.body, body)),
  ];
  if (errors.length > 0) throw invalidInput(errors);
  const input = { ...raw.params, ...raw.query, ...raw.headers, ...known };
  const broken = leniency.skipsRules ? [] : (row.rules?.(input) ?? []);
  if (broken.length > 0) {
    throw invalidInput(broken.map(({ path, message }) => ({ field: path, message })));
  }
  return { input, known, dropped: dropped.map(dotted) };
}
