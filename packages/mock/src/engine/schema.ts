import { metaOf, type OperationRow } from '@org/payments-contract';

/** A schema of the contract. */
export type Schema = NonNullable<OperationRow['body']>;

/** The parts of a schema's definition that the mock reads. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly in?: Schema;
}

/** Returns a schema's definition. */
export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** Returns the schema below optional, nullable, default and transforming wrappers. */
export function unwrapped(schema: Schema): Schema {
  const { innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? input;
  return inner === undefined ? schema : unwrapped(inner);
}

/** Returns the members of a union, or the schema itself. */
export function membersOf(schema: Schema): readonly Schema[] {
  const { options } = definitionOf(unwrapped(schema));
  return options === undefined ? [unwrapped(schema)] : options.flatMap(membersOf);
}

/** Returns the fields of an object schema, or of all members of a union of objects. */
export function fieldsOf(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const fields = new Map<string, readonly Schema[]>();
  for (const member of membersOf(schema)) {
    for (const [name, field] of Object.entries(definitionOf(member).shape ?? {})) {
      fields.set(name, [...(fields.get(name) ?? []), field]);
    }
  }
  return fields;
}

/**
 * Returns whether an object has fields that its schema cannot list. Every response is read loosely,
 * so that later fields reach callers: that its schema accepts any field says nothing.
 */
export function isFree(schema: Schema): boolean {
  return metaOf(schema)?.free === true;
}

/** Returns the known values of an enum, open enums included; undefined for other schemas. */
export function knownValues(schema: Schema): readonly string[] | undefined {
  const inner = unwrapped(schema);
  const known = metaOf(schema)?.known ?? metaOf(inner)?.known;
  if (known !== undefined) return known;
  const { type, entries } = definitionOf(inner);
  return type === 'enum' ? Object.values(entries ?? {}) : undefined;
}
