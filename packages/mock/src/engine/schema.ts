import type { OperationRow } from '@org/payments-contract';

/** A schema of the contract. */
export type Schema = NonNullable<OperationRow['body']>;

/** What the mock reads of a schema's definition. */
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

/** The definition of a schema. */
export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schema below optional, nullable, default and transforming wrappers. */
export function unwrapped(schema: Schema): Schema {
  const { innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? input;
  return inner === undefined ? schema : unwrapped(inner);
}

/** The members of a union, or the schema alone. */
export function membersOf(schema: Schema): readonly Schema[] {
  const { options } = definitionOf(unwrapped(schema));
  return options === undefined ? [unwrapped(schema)] : options.flatMap(membersOf);
}

/** The fields of an object schema, or of all members of a union of objects. */
export function fieldsOf(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const fields = new Map<string, readonly Schema[]>();
  for (const member of membersOf(schema)) {
    for (const [name, field] of Object.entries(definitionOf(member).shape ?? {})) {
      fields.set(name, [...(fields.get(name) ?? []), field]);
    }
  }
  return fields;
}

/** The values that an enum knows, open enums included; undefined for other schemas. */
export function knownValues(schema: Schema): readonly string[] | undefined {
  const inner = unwrapped(schema);
  const known = schema.meta()?.known ?? inner.meta()?.known;
  if (known !== undefined) return known;
  const { type, entries } = definitionOf(inner);
  return type === 'enum' ? Object.values(entries ?? {}) : undefined;
}
