import { type FieldError, isFields, type OperationRow } from '@org/payments-contract';
import {
  type Schema,
  type SchemaIssue,
  schemaIssues,
  unknownField,
} from '@org/payments-contract/internal/schema';
import { prune, without } from './prune.ts';
import { invalidInput } from './refusal.ts';

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
  return [...issues.map(toError), ...crossFieldErrors(schema, value, issues)];
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
