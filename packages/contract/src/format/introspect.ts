import type * as z from 'zod/mini';
import { metaOf } from './schema-meta.ts';

/** The parts of a schema's definition that the walks over schemas read. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly valueType?: z.ZodMiniType;
  readonly left?: z.ZodMiniType;
  readonly right?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  /** The values of an enum, by name. */
  readonly entries?: Readonly<Record<string, string | number>>;
  /** The values of a literal. */
  readonly values?: readonly unknown[];
  /** The field that distinguishes the variants of a union. */
  readonly discriminator?: string;
  /** `safeint` for a whole number. */
  readonly format?: string;
}

export function definition(schema: z.ZodMiniType): Definition {
  return schema._zod.def as unknown as Definition;
}

/**
 * Returns what a lazy schema stands for. zod keeps it here; calling the getter of the definition
 * would build it again, which for the 46 types of account takes 20 ms.
 */
function madeOnce(schema: z.ZodMiniType): z.ZodMiniType {
  return (schema._zod as unknown as { readonly innerType: z.ZodMiniType }).innerType;
}

/**
 * Returns the schema directly below a wrapper: optional, nullable, default, lazy or the input of a
 * pipe.
 */
function inner(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { type, innerType, in: input } = definition(schema);
  if (type === 'lazy') return madeOnce(schema);
  return innerType ?? input;
}

/** Returns the schema below all wrappers. */
export function unwrap(schema: z.ZodMiniType): z.ZodMiniType {
  const below = inner(schema);
  return below === undefined ? schema : unwrap(below);
}

/** Returns the names of the fields of an object, or of every variant of a union of objects. */
export function fieldNames(schema: z.ZodMiniType): readonly string[] {
  const { shape = {}, options = [] } = definition(unwrap(schema));
  return [...Object.keys(shape), ...options.flatMap(fieldNames)];
}

/** Returns whether the schema, or the one it wraps, is marked as secret. */
export function isSecret(schema: z.ZodMiniType): boolean {
  if (metaOf(schema)?.secret === true) return true;
  const below = inner(schema);
  return below !== undefined && isSecret(below);
}

/** Returns the schemas one step below a schema, with the field name of each. */
function childrenOf(
  schema: z.ZodMiniType,
): readonly (readonly [field: string | undefined, schema: z.ZodMiniType])[] {
  const { shape = {}, options = [], element, valueType, left, right } = definition(schema);
  const unnamed = [...options, element, valueType, left, right, inner(schema)];
  return [
    ...Object.entries(shape),
    ...unnamed.flatMap((child) => (child === undefined ? [] : [[undefined, child] as const])),
  ];
}

/** Visits every schema reachable from `schema`, with its field name. */
export function visitSchema(
  schema: z.ZodMiniType,
  visit: (schema: z.ZodMiniType, field: string | undefined) => void,
  field?: string,
): void {
  visit(schema, field);
  for (const [name, child] of childrenOf(schema)) visitSchema(child, visit, name ?? field);
}
