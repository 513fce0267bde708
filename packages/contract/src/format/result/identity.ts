import type * as z from 'zod/mini';
import { type Fields, isFields } from '../fields.ts';
import { definition, unwrap } from '../introspect.ts';
import { metaOf } from '../schema-meta.ts';

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

/** The parts of a row that describe its result. */
export interface ResultRow {
  readonly responses: { readonly [status: number]: z.ZodMiniType | null };
  readonly result?: ResultIdentity | undefined;
  readonly list?: 'paged' | 'whole' | undefined;
}

/** The identity of a result whose row does not name one. */
export const byDefault: ResultIdentity = {};

/** A field by which a result is recognized. */
export interface Mark {
  readonly name: string;
  readonly type: string;
  /** What an id of the field's kind begins with, such as `Card:`; undefined if it is not an id. */
  readonly start: string | undefined;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Alternatives = readonly (readonly Mark[])[];

/** Returns the objects that a schema allows, each as its fields. */
export function shapesOf(schema: z.ZodMiniType): readonly Shape[] {
  const { options, shape } = definition(unwrap(schema));
  if (options !== undefined) return options.flatMap(shapesOf);
  return shape === undefined ? [] : [shape];
}

/** Returns the schemas of the resource inside a result; none unless the row names a field for it. */
export function insideOf(
  schema: z.ZodMiniType,
  { in: name }: ResultIdentity,
): readonly z.ZodMiniType[] {
  return name === undefined ? [] : shapesOf(schema).flatMap(({ [name]: inside }) => inside ?? []);
}

/** Returns whether a result must have the field. */
export function isRequired(field: z.ZodMiniType): boolean {
  return definition(field).type !== 'optional';
}

function markOf([name, schema]: [string, z.ZodMiniType]): Mark {
  const field = unwrap(schema);
  const prefix = metaOf(field)?.prefix;
  const start = prefix === undefined ? undefined : `${prefix}:`;
  return { name, type: definition(field).type, start };
}

function marksIn(shape: Shape, fields?: readonly string[]): readonly Mark[] {
  const marks = Object.entries(shape)
    .filter(([name, schema]) => fields?.includes(name) ?? isRequired(schema))
    .map(markOf);
  const id = marks.find(({ name, start }) => name === 'id' && start !== undefined);
  return id === undefined || fields !== undefined ? marks : [id];
}

function findMarks(schema: z.ZodMiniType, result: ResultIdentity): Alternatives {
  const inside = insideOf(schema, result);
  const shapes = (inside.length === 0 ? [schema] : inside).flatMap(shapesOf);
  const sets = result.someOf?.map((field) => [field]) ?? [result.fields];
  const all = shapes.flatMap((shape) => sets.map((fields) => marksIn(shape, fields)));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** The marks of each schema, for each identity: a schema is read once, not for each response. */
const known = new WeakMap<ResultIdentity, WeakMap<z.ZodMiniType, Alternatives>>();

/** Returns the marks of a result; of several lists of marks, one has to fit. */
export function marksOf(schema: z.ZodMiniType, result: ResultIdentity): Alternatives {
  const bySchema = known.get(result) ?? new WeakMap<z.ZodMiniType, Alternatives>();
  let marks = bySchema.get(schema);
  // Stryker disable next-line ConditionalExpression: the second reading finds the same
  if (marks === undefined) {
    marks = findMarks(schema, result);
    known.set(result, bySchema.set(schema, marks));
  }
  return marks;
}

/** Returns the names of the marks, with the kinds of their ids. */
export function describeMarks(alternatives: Alternatives): string {
  const texts = alternatives.map((marks) =>
    marks.map(({ name, start }) => (start === undefined ? name : `${name} (${start}…)`)).join(', '),
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
export function resultMarks({ responses, list, result = byDefault }: ResultRow): string {
  if (list !== undefined) return `a ${list} list`;
  const texts = Object.values(responses).map((schema) =>
    schema === null ? 'no body' : describeMarks(marksOf(schema, result)),
  );
  return [...new Set(texts)].join(', or ');
}

/** Returns the id of an operation's result, if it has one. */
export function resultId(
  { result = byDefault }: Pick<ResultRow, 'result'>,
  value: unknown,
): string | undefined {
  const found = isFields(value) && result.in !== undefined ? value[result.in] : value;
  const id = isFields(found) ? (found as Fields).id : undefined;
  return typeof id === 'string' && /^[A-Z]\w+:[\w.:-]{1,200}$/.test(id) ? id : undefined;
}
