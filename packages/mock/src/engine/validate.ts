import { type FieldError, type Fields, isFields, type OperationRow } from '@org/payments-contract';
import {
  definition,
  type Schema,
  type SchemaIssue,
  schemaIssues,
  unknownField,
  unwrap,
} from '@org/payments-contract/internal/schema';
import * as z from 'zod/mini';
import { fieldErrorOf } from './field-error.ts';

type Path = readonly PropertyKey[];

type SchemaIssueList = readonly SchemaIssue[];

function without(value: unknown, path: Path): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return undefined;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => index !== head);
    return value.map((item, index) => (index === head ? without(item, rest) : item));
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]) => {
    if (key !== head) return [[key, child]];
    return rest.length === 0 ? [] : [[key, without(child, rest)]];
  });
  return Object.fromEntries(entries);
}

/** A value without unknown fields, and the paths of those fields. */
interface Pruned {
  readonly value: unknown;
  readonly dropped: readonly Path[];
}

function prunedObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Pruned {
  const { shape = {}, catchall } = definition(schema);
  const isOpen = catchall !== undefined && definition(catchall).type !== 'never';
  const dropped: Path[] = [];
  const kept: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      if (isOpen) kept.push([name, child]);
      else dropped.push([...path, name]);
      continue;
    }
    const inner = pruneAt(field, child, [...path, name]);
    kept.push([name, inner.value]);
    dropped.push(...inner.dropped);
  }
  return { value: Object.fromEntries(kept), dropped };
}

function prunedUnion(members: readonly Schema[], value: unknown, path: Path): Pruned {
  const pruned = members.map((member) => ({ member, result: pruneAt(member, value, path) }));
  const fitting = pruned.filter(({ member, result }) => member.safeParse(result.value).success);
  const [best] = [...fitting].sort(
    (left, right) => left.result.dropped.length - right.result.dropped.length,
  );
  return best?.result ?? { value, dropped: [] };
}

function pruneAt(schema: Schema, value: unknown, path: Path): Pruned {
  const inner = unwrap(schema);
  const { type, options, element } = definition(inner);
  if (options !== undefined) return prunedUnion(options, value, path);
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    const items = value.map((item, index) => pruneAt(element, item, [...path, index]));
    return {
      value: items.map((item) => item.value),
      dropped: items.flatMap((item) => item.dropped),
    };
  }
  if (type === 'object' && isFields(value)) return prunedObject(inner, value, path);
  return { value, dropped: [] };
}

function prune(schema: Schema | undefined, value: unknown): Pruned {
  return schema === undefined ? { value, dropped: [] } : pruneAt(schema, value, []);
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Leniency {
  /** Fields of query and body the contract does not have are dropped instead of refused. */
  readonly dropsUnknownFields: boolean;
  /** The rules over the whole input are left to the behaviour. */
  readonly skipsRules: boolean;
}

function dotted(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

function toError(issue: SchemaIssue): FieldError {
  return fieldErrorOf(dotted(issue.path), issue);
}

/**
 * Returns the problems of a value without the fields at some paths, and then without what lacks them.
 * A missing field at the top is left.
 */
function issuesWithout(schema: Schema, value: unknown, paths: readonly Path[]): SchemaIssueList {
  const distinct = [...new Map(paths.map((path) => [dotted(path), path])).values()];
  const rest = distinct.reduceRight<unknown>((remaining, path) => without(remaining, path), value);
  const issues = schemaIssues(schema, rest);
  const lacking = issues.filter(({ code, path }) => code !== 'custom' && path.length > 1);
  if (lacking.length === 0) return issues;
  const holders = lacking.map(({ path }) => path.slice(0, -1));
  return issuesWithout(schema, rest, holders);
}

/** Whether a rule across fields was judged before, as it does not depend on the form of a field. */
const isJudged = ({ issue }: SchemaIssue) =>
  issue.code === 'custom' && issue.params?.judgesGiven === true;

/**
 * Returns the problems that rules across fields find. Most run only if no single field is invalid, so the
 * invalid fields are removed first; what they belong to is not said to lack them.
 */
function crossFieldErrors(schema: Schema, value: unknown, issues: SchemaIssueList): FieldError[] {
  const paths = issues.map(({ path }) => path).filter((path) => path.length > 0);
  if (paths.length === 0) return [];
  const later = issuesWithout(schema, value, paths);
  const known = issues.map(({ path }) => `${dotted(path)}.`);
  const isNew = ({ path }: SchemaIssue) =>
    path.length > 0 && !known.some((field) => field.startsWith(`${dotted(path)}.`));
  return later
    .filter((issue) => issue.code === 'custom' && isNew(issue) && !isJudged(issue))
    .map(toError);
}

function errorsOf(schema: Schema | undefined, value: unknown): FieldError[] {
  if (schema === undefined) return [];
  const issues = schemaIssues(schema, value);
  return [...issues.map(toError), ...crossFieldErrors(schema, value, issues)];
}

/** The first words of the message for a field that the contract does not have. */
const UNKNOWN = unknownField('', []);

const noQuery = z.strictObject({});

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

/** Returns an input without its invalid fields; without a list of which an item is invalid. */
function withoutInvalid(input: Fields, errors: readonly FieldError[]): Fields {
  const rest = errors.reduce<unknown>((left, { field }) => {
    const path = field.split('.');
    const end = path.findIndex((name) => /^\d+$/.test(name));
    return without(left, end === path.length - 1 ? path.slice(0, end) : path);
  }, input);
  return rest as Fields;
}

/**
 * Checks query, headers and body against the contract. Path parameters are not checked: an id of
 * the wrong form does not name a resource, which is a 404. Returns one entry for each invalid field,
 * and the fields that are valid.
 */
export function validate(row: OperationRow, raw: RawInput, leniency: Leniency) {
  const part = (schema: Schema | undefined, value: unknown): Pruned =>
    leniency.dropsUnknownFields ? prune(schema, value) : { value, dropped: [] };
  const query = part(row.query ?? noQuery, raw.query);
  const { value: body, dropped } = part(row.body, raw.body);
  const known = isFields(body) ? body : {};
  const errors = [
    ...errorsOf(row.headers, raw.headers),
    ...withMisplaced(errorsOf(row.query ?? noQuery, query.value), errorsOf(row.body, body)),
  ];
  const whole = { ...raw.params, ...(query.value as object), ...raw.headers, ...known };
  const input = withoutInvalid(whole, errors);
  const broken = leniency.skipsRules ? [] : (row.rules?.(input) ?? []);
  return {
    errors: [...errors, ...broken.map(({ path, message }) => ({ field: path, message }))],
    input,
    /** The fields of the body; empty when the body is not an object. */
    known: withoutInvalid(known, errors),
    /** Dotted paths of fields of the query and the body the contract does not have, dropped. */
    dropped: [...query.dropped, ...dropped].map(dotted),
  };
}
