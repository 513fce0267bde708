import type * as z from 'zod/mini';
import { metaOf } from './schema-meta.ts';

/** A schema of the contract. */
export type Schema = z.ZodMiniType;

/** The parts of a schema's definition that the walks over schemas read. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  /** Of the fields that an object does not list. */
  readonly catchall?: z.ZodMiniType;
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

/** The definition of a schema. */
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

/** Returns the schema directly below a wrapper: optional, nullable, default, lazy or the input of a pipe. */
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

/** Returns the members of a union, nested unions included, or the schema itself; without wrappers. */
export function membersOf(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  const below = unwrap(schema);
  const { options } = definition(below);
  return options === undefined ? [below] : options.flatMap(membersOf);
}

/** Returns the fields of an object by name, or those of every member of a union of objects. */
export function objectFields(schema: z.ZodMiniType): ReadonlyMap<string, readonly z.ZodMiniType[]> {
  const fields = new Map<string, readonly z.ZodMiniType[]>();
  for (const member of membersOf(schema)) {
    for (const [name, field] of Object.entries(definition(member).shape ?? {})) {
      fields.set(name, [...(fields.get(name) ?? []), field]);
    }
  }
  return fields;
}

/** Returns the names of the fields of an object, or of every variant of a union of objects. */
export function fieldNames(schema: z.ZodMiniType): readonly string[] {
  return [...objectFields(schema).keys()];
}

/** Returns the known values of an enum, open enums included; undefined for other schemas. */
export function knownValues(schema: z.ZodMiniType): readonly string[] | undefined {
  const below = unwrap(schema);
  const known = metaOf(schema)?.known ?? metaOf(below)?.known;
  if (known !== undefined) return known;
  const { type, entries } = definition(below);
  return type === 'enum' ? Object.values(entries ?? {}).map(String) : undefined;
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
