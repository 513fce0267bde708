import type * as z from 'zod';
import { type Fields, isFields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';

/**
 * What identifies the result of an operation where its schema does not say it. Otherwise it is the
 * id of the result, and that id equals the one in the path if both are of the same kind; a result
 * without an id is identified by all of its required fields.
 */
export interface ResultIdentity {
  /** The field that holds the resource with the id, such as `agent`. */
  readonly in?: string;
  /** Fields of the result that repeat a value of the path: the field, and the path parameter. */
  readonly same?: Readonly<Record<string, string>>;
  /** Whether the result is another resource than the one of the same kind in the path. */
  readonly isNew?: true;
  /** The fields that identify the result, instead of all that are required. */
  readonly fields?: readonly string[];
  /** Any of these fields identifies the result, for one whose fields are all optional. */
  readonly someOf?: readonly string[];
}

/** A success as it arrived. */
export interface Success {
  readonly status: number;
  /** The JSON value of the body; undefined for an empty body. */
  readonly value: unknown;
  /** The path parameters of the request, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** The parts of a row that decide. */
interface Row {
  readonly responses: { readonly [status: number]: z.ZodType | null };
  readonly result?: ResultIdentity | undefined;
  readonly list?: 'paged' | 'whole' | undefined;
}

/** A field by which a result is recognized. */
interface Mark {
  readonly name: string;
  readonly type: string;
  /** The kind of id that the field has, such as `Card`. */
  readonly prefix: string | undefined;
  /** What an id of that kind begins with: `Card:`. */
  readonly start: string;
}

function markOf(name: string, schema: z.ZodType): Mark {
  const inner = unwrap(schema);
  const prefix = inner.meta()?.prefix;
  const { type } = definition(inner);
  if (typeof prefix !== 'string') return { name, type, prefix: undefined, start: '' };
  return { name, type, prefix, start: `${prefix}:` };
}

/** The objects that a schema allows, each as its fields. */
function shapesOf(schema: z.ZodType): readonly Readonly<Record<string, z.ZodType>>[] {
  const { options, shape } = definition(unwrap(schema));
  if (options !== undefined) return options.flatMap(shapesOf);
  return shape === undefined ? [] : [shape];
}

function marksIn(shape: Readonly<Record<string, z.ZodType>>, fields?: readonly string[]): Mark[] {
  const required = Object.entries(shape).filter(
    ([name, schema]) => fields?.includes(name) ?? definition(schema).type !== 'optional',
  );
  const marks = required.map(([name, schema]) => markOf(name, schema));
  const id = marks.find(({ name, prefix }) => name === 'id' && prefix !== undefined);
  return id === undefined || fields !== undefined ? marks : [id];
}

type Alternatives = readonly (readonly Mark[])[];

function findMarks(schema: z.ZodType, result: ResultIdentity): Alternatives {
  const shapes = shapesOf(schema).flatMap((shape) => {
    const inside = result.in === undefined ? undefined : shape[result.in];
    return inside === undefined ? [shape] : shapesOf(inside);
  });
  const all = shapes.flatMap((shape) =>
    result.someOf === undefined
      ? [marksIn(shape, result.fields)]
      : result.someOf.map((field) => marksIn(shape, [field])),
  );
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

const byDefault: ResultIdentity = {};

/** The marks of each schema, for each identity: a schema is read once, not for each response. */
const known = new WeakMap<ResultIdentity, WeakMap<z.ZodType, Alternatives>>();

/** The marks of a result; of several lists of marks, one has to fit. */
function marksOf(schema: z.ZodType, result: ResultIdentity): Alternatives {
  const bySchema = known.get(result) ?? new WeakMap<z.ZodType, Alternatives>();
  const found = bySchema.get(schema);
  if (found !== undefined) return found;
  const marks = findMarks(schema, result);
  known.set(result, bySchema.set(schema, marks));
  return marks;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value !== '';
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isFields(value);
    default:
      return value !== undefined && value !== null;
  }
}

/** Whether a body reports a failure, in a field that the result of the operation does not have. */
function reportsFailure(schema: z.ZodType, value: Fields): boolean {
  const { success, ok, error, errors } = value;
  const hasErrors = Array.isArray(errors) ? errors.length > 0 : Boolean(errors);
  const isDeclared = shapesOf(schema).some((shape) => 'errors' in shape);
  return success === false || ok === false || Boolean(error) || (hasErrors && !isDeclared);
}

/** Whether a result has every required field of one of the shapes. */
function isWhole(schema: z.ZodType, found: Fields): boolean {
  return shapesOf(schema).some((shape) =>
    Object.keys(shape).every(
      (name) =>
        found[name] !== undefined || definition(shape[name] as z.ZodType).type === 'optional',
    ),
  );
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
  return list === 'paged' && typeof hasMore !== 'boolean'
    ? 'it is not a page of a list'
    : undefined;
}

/**
 * Returns why a success is not the response of this operation; undefined if it is one. A 2xx alone
 * proves nothing: a gateway may have responded, or the response belongs to another request. Only
 * what identifies the result counts; any other field may differ.
 *
 * @example
 * ```ts
 * foreignReason(cards.update, { status: 200, value: { success: true }, params: { id: 'Card:1' } });
 * // 'it does not have what identifies the result: id (Card:…)'
 * ```
 */
export function foreignReason(
  { responses, list, result = byDefault }: Row,
  { status, value, params }: Success,
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
  // A gateway may repeat the id of the path; the service returns the resource with it.
  if (reportsFailure(schema, value) && !isWhole(schema, value)) return 'it reports a failure';
  if (result.same === undefined) return undefined;
  const same = Object.entries(result.same);
  const differing = same.find(([field, param]) => found[field] !== params[param]);
  return differing === undefined ? undefined : `its ${differing[0]} is not the one of the path`;
}

function describeMarks(alternatives: readonly (readonly Mark[])[]): string {
  const texts = alternatives.map((marks) =>
    marks.map(({ name, prefix }) => (prefix ? `${name} (${prefix}:…)` : name)).join(', '),
  );
  return texts.join(', or ');
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
