import type * as z from 'zod/mini';
import { failureFields, isFieldOfErrors } from './failure-report.ts';
import { fits, isOfType } from './field-fit.ts';
import { type Fields, isFields } from './fields.ts';
import { definition } from './introspect.ts';
import type { Reconcile } from './reconcile.ts';
import { echoReason, showsMore } from './request-echo.ts';
import {
  byDefault,
  describeMarks,
  type Mark,
  marksOf,
  type ResultIdentity,
  shapesOf,
} from './result-marks.ts';

/** A success as it arrived. */
export interface Success {
  readonly status: number;
  /** The JSON value of the body; undefined for an empty body. */
  readonly value: unknown;
  /** The path parameters of the request, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The input of a change: its result shows more than that. Undefined for a read. */
  readonly sent?: Fields | undefined;
}

/** The parts of a row that decide. */
interface Row {
  readonly responses: { readonly [status: number]: z.ZodMiniType | null };
  readonly result?: ResultIdentity | undefined;
  readonly list?: 'paged' | 'whole' | undefined;
  readonly reconcile?: Reconcile | undefined;
}

/** Returns whether a body reports a failure, by the fields with which gateways do. */
export function reportsFailure(value: Fields): boolean {
  return failureFields(value).length > 0;
}

/**
 * Whether a result has every required field of one of the shapes, where these are more than an id and
 * fields of error bodies; where none is required, one of those that identify it besides its id. Fields
 * that report a failure do not count.
 */
function isWhole(
  { someOf = [] }: ResultIdentity,
  schema: z.ZodMiniType,
  found: Fields,
  failing: readonly string[],
): boolean {
  return shapesOf(schema).some((shape) => {
    const has = (name: string) =>
      !failing.includes(name) && name in shape && fits(shape[name] as z.ZodMiniType, found[name]);
    const required = Object.keys(shape).filter(
      (name) => definition(shape[name] as z.ZodMiniType).type !== 'optional',
    );
    if (required.length === 0) return someOf.some((name) => name !== 'id' && has(name));
    const own = required.filter((name) => name !== 'id' && !isFieldOfErrors(name));
    return own.length > 0 && required.every(has);
  });
}

/** The schemas of the resource inside a result, if the row names one. */
function insideOf(schema: z.ZodMiniType, { in: name }: ResultIdentity): readonly z.ZodMiniType[] {
  return name === undefined ? [] : shapesOf(schema).flatMap(({ [name]: inside }) => inside ?? []);
}

/**
 * Whether a body reports a failure and is not a result that has such a field too: a gateway may repeat
 * what the request has, such as the id of the path; the service returns the whole resource.
 */
function isFailure(
  result: ResultIdentity,
  schema: z.ZodMiniType,
  found: Fields,
  sent: Fields | undefined,
): boolean {
  const failing = failureFields(found, schema);
  if (failing.length === 0) return false;
  const isMore = sent === undefined || showsMore(result, schema, found, sent);
  return !(isMore && isWhole(result, schema, found, failing));
}

function hasMark(
  { name, type, prefix, start }: Mark,
  found: Fields,
  { isNew }: ResultIdentity,
  params: Success['params'],
): boolean {
  const value = found[name];
  if (!isOfType(type, value)) return false;
  if (prefix === undefined) return !Object.hasOwn(params, name) || params[name] === value;
  const id = String(value);
  if (!id.startsWith(start) || id === start) return false;
  const isOwn = name === 'id' || Object.hasOwn(params, name);
  if (isNew === true || !isOwn) return true;
  const given = Object.values(params).find((other) => other.startsWith(start));
  return given === undefined || given === id;
}

function problemOfList(list: 'paged' | 'whole', value: Fields): string | undefined {
  const { data, hasMore } = value;
  if (!Array.isArray(data) || !data.every(isFields)) return 'it is not a list of resources';
  // Many services send an empty list beside an error; only the service has the items of one.
  if (data.length === 0 && reportsFailure(value)) return 'it reports a failure';
  return list === 'paged' && typeof hasMore !== 'boolean'
    ? 'it is not a page of a list'
    : undefined;
}

/**
 * Returns why a success is not the response of this operation; undefined if it is one. A 2xx alone
 * proves nothing: a gateway may have responded, or the response belongs to another request. What
 * identifies the result counts, and for a change that it shows more than the request, of which it
 * names the same resources; any other field may differ.
 *
 * @example
 * ```ts
 * foreignReason(cards.update, { status: 200, value: { success: true }, params: { id: 'Card:1' } });
 * // 'it does not have what identifies the result: id (Card:…)'
 * ```
 */
export function foreignReason(
  { responses, list, result = byDefault, reconcile }: Row,
  { status, value, params, sent }: Success,
): string | undefined {
  const declared = responses[status];
  const schema = declared === undefined ? Object.values(responses)[0] : declared;
  if (schema === undefined) return undefined;
  if (schema === null) {
    if (value !== undefined) return 'it has a body, and the operation returns nothing';
    return status in responses
      ? undefined
      : `its status is ${status}, which is not the declared one`;
  }
  if (!isFields(value)) return 'it is not a JSON object';
  if (list !== undefined) return problemOfList(list, value);
  const found = result.in === undefined ? value : value[result.in];
  const alternatives = marksOf(schema, result);
  const isOwn =
    isFields(found) &&
    alternatives.some((marks) => marks.every((mark) => hasMark(mark, found, result, params)));
  if (!isOwn) return `it does not have what identifies the result: ${describeMarks(alternatives)}`;
  const isFailed =
    isFailure(result, schema, value, sent) ||
    insideOf(schema, result).some((inside) => isFailure(result, inside, found, sent));
  if (isFailed) return 'it reports a failure';
  const same = Object.entries(result.same ?? {});
  const differing = same.find(([field, param]) => found[field] !== params[param]);
  if (differing !== undefined) return `its ${differing[0]} is not the one of the path`;
  return sent === undefined ? undefined : echoReason({ result, reconcile }, schema, value, sent);
}

/**
 * Returns what identifies the result of an operation, as text; empty if nothing does.
 *
 * @example
 * ```ts
 * resultMarks(cards.update); // 'id (Card:…)'
 * ```
 */
export function resultMarks({ responses, list, result = byDefault }: Row): string {
  if (list !== undefined) return `a ${list} list`;
  const texts = Object.values(responses).map((schema) =>
    schema === null ? 'no body' : describeMarks(marksOf(schema, result)),
  );
  return [...new Set(texts)].join(', or ');
}

/** Returns the id of an operation's result, if it has one. */
export function resultId({ result = {} }: Pick<Row, 'result'>, value: unknown): string | undefined {
  const found = isFields(value) && result.in !== undefined ? value[result.in] : value;
  const id = isFields(found) ? found.id : undefined;
  return typeof id === 'string' && /^[A-Z]\w+:[\w.:-]{1,200}$/.test(id) ? id : undefined;
}
