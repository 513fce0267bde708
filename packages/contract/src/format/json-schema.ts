/** Where a schema is in the one above it: the keyword, and of a field its name. */
export interface Place {
  readonly keyword: string;
  readonly field?: string;
}

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unions = ['anyOf', 'oneOf', 'allOf'];
const single = ['items', 'additionalProperties'];

/** The fields of an object schema, each changed by a function that is called with its name. */
export function mapFields<Schema extends object>(
  fields: Readonly<Record<string, Schema>>,
  change: (schema: Schema, name: string) => Schema,
): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, change(schema, name)]),
  );
}

/** A JSON Schema with the schemas one step below it changed: its fields, its items, its variants. */
export function mapSubschemas<Schema extends object>(
  schema: Schema,
  change: (schema: Schema, place: Place) => Schema,
): Schema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' && isSchema(value)) {
      const fields = value as Readonly<Record<string, Schema>>;
      return [keyword, mapFields(fields, (one, field) => change(one, { keyword, field }))];
    }
    if (single.includes(keyword) && isSchema(value)) {
      return [keyword, change(value as Schema, { keyword })];
    }
    if (unions.includes(keyword) && Array.isArray(value)) {
      return [keyword, value.map((one) => change(one as Schema, { keyword }))];
    }
    return [keyword, value];
  });
  return Object.fromEntries(entries) as Schema;
}

/** The schemas one step below a JSON Schema, with the name of each field. */
export function subschemas<Schema extends object>(
  schema: Schema,
): (readonly [schema: Schema, field: string | undefined])[] {
  const found: (readonly [Schema, string | undefined])[] = [];
  mapSubschemas(schema, (one, { field }) => {
    found.push([one, field]);
    return one;
  });
  return found;
}

/** The variants of a JSON Schema, nested ones included; the schema itself if it has none. */
export function variantsOf<Schema extends object>(schema: Schema): readonly Schema[] {
  const below = unions.flatMap((keyword) => (Object(schema)[keyword] ?? []) as readonly Schema[]);
  return below.length === 0 ? [schema] : below.flatMap(variantsOf);
}
