import type * as z from 'zod/mini';
import { definition, unwrap } from './introspect.ts';
import { metaOf } from './schema-meta.ts';

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

/** A field by which a result is recognized. */
export interface Mark {
  readonly name: string;
  readonly type: string;
  /** The kind of id that the field has, such as `Card`. */
  readonly prefix: string | undefined;
  /** What an id of that kind begins with: `Card:`. */
  readonly start: string;
}

function markOf(name: string, schema: z.ZodMiniType): Mark {
  const inner = unwrap(schema);
  const prefix = metaOf(inner)?.prefix;
  const { type } = definition(inner);
  if (typeof prefix !== 'string') return { name, type, prefix: undefined, start: '' };
  return { name, type, prefix, start: `${prefix}:` };
}

/** The objects that a schema allows, each as its fields. */
export function shapesOf(
  schema: z.ZodMiniType,
): readonly Readonly<Record<string, z.ZodMiniType>>[] {
  const { options, shape } = definition(unwrap(schema));
  if (options !== undefined) return options.flatMap(shapesOf);
  return shape === undefined ? [] : [shape];
}

function marksIn(
  shape: Readonly<Record<string, z.ZodMiniType>>,
  fields?: readonly string[],
): Mark[] {
  const required = Object.entries(shape).filter(
    ([name, schema]) => fields?.includes(name) ?? definition(schema).type !== 'optional',
  );
  const marks = required.map(([name, schema]) => markOf(name, schema));
  const id = marks.find(({ name, prefix }) => name === 'id' && prefix !== undefined);
  return id === undefined || fields !== undefined ? marks : [id];
}

type Alternatives = readonly (readonly Mark[])[];

function findMarks(schema: z.ZodMiniType, result: ResultIdentity): Alternatives {
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

/** The identity of a result whose row does not name one. */
export const byDefault: ResultIdentity = {};

/** The marks of each schema, for each identity: a schema is read once, not for each response. */
const known = new WeakMap<ResultIdentity, WeakMap<z.ZodMiniType, Alternatives>>();

/** The marks of a result; of several lists of marks, one has to fit. */
export function marksOf(schema: z.ZodMiniType, result: ResultIdentity): Alternatives {
  const bySchema = known.get(result) ?? new WeakMap<z.ZodMiniType, Alternatives>();
  const found = bySchema.get(schema);
  if (found !== undefined) return found;
  const marks = findMarks(schema, result);
  known.set(result, bySchema.set(schema, marks));
  return marks;
}

/** The names of the marks, with the kinds of their ids. */
export function describeMarks(alternatives: readonly (readonly Mark[])[]): string {
  const texts = alternatives.map((marks) =>
    marks.map(({ name, prefix }) => (prefix ? `${name} (${prefix}:…)` : name)).join(', '),
  );
  return texts.join(', or ');
}
