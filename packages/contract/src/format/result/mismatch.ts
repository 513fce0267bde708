import type * as z from 'zod/mini';
import { type Fields, isFields } from '../fields.ts';
import { definition, unwrap } from '../introspect.ts';
import type { Reconcile } from '../reconcile.ts';
import { metaOf, textForms } from '../schema-meta.ts';
import {
  byDefault,
  describeMarks,
  insideOf,
  isRequired,
  type Mark,
  marksOf,
  type ResultIdentity,
  type ResultRow,
  shapesOf,
} from './identity.ts';

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
interface Row extends ResultRow {
  readonly reconcile?: Reconcile | undefined;
}

/** Whether a value has the type of a schema; a string is not empty. */
function isOfType(type: string, value: unknown): boolean {
  if (type === 'string') return typeof value === 'string' && value !== '';
  if (type === 'number' || type === 'boolean') return typeof value === type;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isFields(value) : value !== undefined && value !== null;
}

/** How the service writes the values of its enums, such as `PENDING_REVIEW`. */
const upperSnake = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** Whether a text is a known value, or is written as the known ones are, as a later one would be. */
function isWrittenLike(known: readonly string[], text: string): boolean {
  const isForm = known.every((each) => upperSnake.test(each));
  return known.includes(text) || !isForm || upperSnake.test(text);
}

function isTextOf(schema: z.ZodMiniType, text: string): boolean {
  const { known, prefix, form } = metaOf(schema) ?? {};
  if (known !== undefined && !isWrittenLike(known, text)) return false;
  if (prefix !== undefined && !text.startsWith(`${prefix}:`)) return false;
  if (form !== undefined && !textForms[form].test(text)) return false;
  return schema.safeParse(text).success;
}

/**
 * Whether a value may be that of a field: it has the field's type and, if it is a string, the form of
 * the field's ids, times or known values. The contents of an object or list are not compared.
 */
function fits(field: z.ZodMiniType, value: unknown): boolean {
  if (value === null) return field.safeParse(null).success;
  const schema = unwrap(field);
  const { type, options, values } = definition(schema);
  if (options !== undefined) return options.some((option) => fits(option, value));
  if (values !== undefined) return values.includes(value);
  return typeof value === 'string' && type === 'string'
    ? isTextOf(schema, value)
    : isOfType(type, value);
}

/** The status of an error, as a number. */
const isErrorStatus = (value: unknown) => typeof value === 'number' && value >= 400 && value <= 599;

/** Whether a value has a form; an object has none, and may have a `toString` that fails. */
const hasForm = (form: RegExp, value: unknown) =>
  typeof value !== 'object' && form.test(String(value));
/** `false`, also as a string or as 0. */
const isFalse = (value: unknown) => hasForm(/^(?:false|0)$/i, value);

/** The fields by which gateways report a failure, and whether a value of one does. */
const failures: Readonly<Record<string, (value: unknown) => boolean>> = {
  success: isFalse,
  ok: isFalse,
  error: Boolean,
  errors: (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  // The service's states are upper case.
  status: (value) => hasForm(/^(?:[45]\d\d|[eE]rror|[fF]ail(?:ed|ure)?)$/, value),
  statusCode: isErrorStatus,
  code: isErrorStatus,
};

/** Fields of error bodies that some results have too. */
const remarks = ['type', 'title', 'detail', 'instance', 'message', 'reason'];

function failureFields(value: Fields): readonly string[] {
  // Stryker disable next-line OptionalChaining: the names are those of the table
  return Object.keys(failures).filter((name) => failures[name]?.(value[name]));
}

/** Returns whether a body reports a failure, by the fields with which gateways do. */
export function reportsFailure(value: Fields): boolean {
  return failureFields(value).length > 0;
}

/** Whether a value belongs to a field of the result. Of strings, only a known one certainly does. */
function isOfResult(field: z.ZodMiniType, value: unknown): boolean {
  if (typeof value !== 'string') return fits(field, value);
  return metaOf(unwrap(field))?.known?.includes(value) === true;
}

/** A result, or the resource inside it, with the schema that it should have. */
interface Found {
  readonly result: ResultIdentity;
  readonly schema: z.ZodMiniType;
  readonly value: Fields;
}

/**
 * Whether a result has something that the request does not have: an id, which only the service
 * assigns, or a required field; a time, which any system writes, only where nothing else is required.
 * Undefined if the request has all that is required: a copy and a result then look the same.
 */
function showsMore({ result, schema, value }: Found, sent: Fields): boolean | undefined {
  const shapes = shapesOf(schema);
  const schemasOf = (name: string) => shapes.flatMap(({ [name]: field }) => field ?? []);
  const isShown = (name: string) => {
    const shown = value[name] ?? undefined;
    if (shown === undefined || JSON.stringify(shown) === JSON.stringify(sent[name])) return false;
    return schemasOf(name).some((field) => fits(field, shown));
  };
  if (!Object.values(sent).includes(value.id) && isShown('id')) return true;
  const names = [...new Set(shapes.flatMap(Object.keys))];
  const required = names.filter((name) => name !== 'id' && schemasOf(name).some(isRequired));
  const isTime = (field: z.ZodMiniType) => metaOf(unwrap(field))?.form !== undefined;
  const lasting = required.filter((name) => !schemasOf(name).some(isTime));
  const isNew = (name: string) => !Object.hasOwn(sent, name);
  return [lasting, required, result.someOf ?? []].find((each) => each.some(isNew))?.some(isShown);
}

/**
 * Whether a body reports a failure and is not a result that has such a field too: a gateway may repeat
 * what the request has, such as the id of the path; the service returns the whole resource. It is
 * whole with every required field of one of its shapes, where these are more than an id and fields of
 * error bodies; where none is required, with one of those that identify it besides its id.
 */
function isFailure(found: Found, sent: Fields | undefined): boolean {
  const { result, schema, value } = found;
  const reported = failureFields(value);
  // Stryker disable next-line ConditionalExpression: spares reading the schema; no failing field is left either way
  if (reported.length === 0) return false;
  const shapes = shapesOf(schema);
  const failing = reported.filter(
    (name) => !shapes.some(({ [name]: field }) => field && isOfResult(field, value[name])),
  );
  if (failing.length === 0) return false;
  if (sent !== undefined && showsMore(found, sent) !== true) return true;
  const isOfErrors = (name: string) => Object.hasOwn(failures, name) || remarks.includes(name);
  return !shapes.some((shape) => {
    const has = (name: string) => {
      const { [name]: field } = failing.includes(name) ? {} : shape;
      return field !== undefined && fits(field, value[name]);
    };
    const required = Object.entries(shape).flatMap(([name, field]) =>
      isRequired(field) ? [name] : [],
    );
    if (required.length === 0) return result.someOf?.some((name) => name !== 'id' && has(name));
    return required.some((name) => name !== 'id' && !isOfErrors(name)) && required.every(has);
  });
}

function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^[A-Z]\w*:(?=.)/.exec(value)?.[0] : undefined;
}

/** The path of a reference that differs between the request and the result. */
function otherReference(sent: Fields, found: Fields): string | undefined {
  for (const [name, wanted] of Object.entries(sent)) {
    const shown = found[name];
    if (isFields(wanted) && isFields(shown)) {
      const inside = otherReference(wanted, shown);
      if (inside !== undefined) return `${name}.${inside}`;
    }
    const kind = kindOf(wanted);
    if (kind !== undefined && kind === kindOf(shown) && wanted !== shown) return name;
  }
  return undefined;
}

/** The field in which a result names another resource than its request, or another id of the caller. */
function differingField(
  { result = byDefault, reconcile }: Row,
  value: Fields,
  { id: _id, ...sent }: Fields,
): string | undefined {
  // Stryker disable next-line ConditionalExpression: no result has a field named `undefined`, and without one the whole value is meant
  const inside = result.in === undefined ? value : value[result.in];
  const found = isFields(inside) ? inside : value;
  // The id of the path is a mark of the result, which may be another resource.
  const differing = otherReference(sent, found);
  const ownId = reconcile?.by === 'list' ? reconcile.ownId : undefined;
  // Stryker disable next-line ConditionalExpression: no request has a field named `undefined`
  if (differing !== undefined || ownId === undefined) return differing;
  const [wanted, shown] = [sent[ownId], found[ownId]];
  return wanted !== undefined && typeof shown === 'string' && wanted !== shown ? ownId : undefined;
}

function hasMark(
  { name, type, start }: Mark,
  found: Fields,
  { isNew }: ResultIdentity,
  params: Success['params'],
): boolean {
  const value = found[name];
  if (!isOfType(type, value)) return false;
  if (start === undefined) return !Object.hasOwn(params, name) || params[name] === value;
  const id = String(value);
  if (!id.startsWith(start) || id === start) return false;
  if (isNew === true || !(name === 'id' || Object.hasOwn(params, name))) return true;
  const given = Object.values(params).find((other) => other.startsWith(start));
  return given === undefined || given === id;
}

function problemOfList(list: 'paged' | 'whole', value: Fields): string | undefined {
  const { data, hasMore } = value;
  if (!Array.isArray(data) || !data.every(isFields)) return 'it is not a list of resources';
  // Many services send an empty list beside an error; only the service has the items of one.
  if (data.length === 0 && reportsFailure(value)) return 'it reports a failure';
  const isPage = list === 'whole' || typeof hasMore === 'boolean';
  return isPage ? undefined : 'it is not a page of a list';
}

/**
 * Returns why a success is not the response of this operation; undefined if it is one. A 2xx alone
 * proves nothing: a gateway may have responded, or the response belongs to another request. What
 * identifies the result counts, and for a change that it shows more than the request, of which it
 * names the same resources; any other field may differ.
 *
 * @example
 * ```ts
 * mismatchReason(cards.update, { status: 200, value: { success: true }, params: { id: 'Card:1' } });
 * // 'it does not have what identifies the result: id (Card:…)'
 * ```
 */
export function mismatchReason(row: Row, success: Success): string | undefined {
  const { responses, list, result = byDefault } = row;
  const { status, value, params, sent } = success;
  const declared = responses[status];
  const schema = declared === undefined ? Object.values(responses)[0] : declared;
  if (schema === undefined) return undefined;
  if (schema === null) {
    if (value !== undefined) return 'it has a body, and the operation returns nothing';
    const isDeclared = status in responses;
    return isDeclared ? undefined : `its status is ${status}, which is not the declared one`;
  }
  if (!isFields(value)) return 'it is not a JSON object';
  if (list !== undefined) return problemOfList(list, value);
  const found = result.in === undefined ? value : value[result.in];
  const marks = marksOf(schema, result);
  const isMarked =
    isFields(found) &&
    marks.some((each) => each.every((mark) => hasMark(mark, found, result, params)));
  if (!isMarked) return `it does not have what identifies the result: ${describeMarks(marks)}`;
  const whole = { result, schema, value };
  const inside = insideOf(schema, result).map((each) => ({ result, schema: each, value: found }));
  if ([whole, ...inside].some((each) => isFailure(each, sent))) return 'it reports a failure';
  const same = Object.entries(result.same ?? {});
  const other = same.find(([field, param]) => found[field] !== params[param]);
  if (other !== undefined) return `its ${other[0]} is not the one of the path`;
  if (sent === undefined) return undefined;
  if (showsMore(whole, sent) === false) return 'it has nothing that the request did not have';
  const differing = differingField(row, value, sent);
  return differing === undefined ? undefined : `its ${differing} is not the one of the request`;
}
