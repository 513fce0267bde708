import * as contract from '@org/payments-contract';
import * as z from 'zod';

/** A JSON Schema as OpenAPI 3.1 holds it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const prefix = '#/components/schemas/';

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Marks of the contract for which JSON Schema has other keywords, or none. */
const ownMarks = ['known', 'secret', 'prefix', 'form', 'list', 'free', 'file', 'unit'] as const;

/** Moves the marks of the contract's schemas to extension fields of OpenAPI. */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  const target = jsonSchema as Record<string, unknown>;
  const meta = isSchema(zodSchema) ? z.globalRegistry.get(zodSchema) : undefined;
  for (const name of ownMarks) delete target[name];
  if (meta?.known !== undefined) target['x-known-values'] = [...meta.known];
  if (meta?.unit !== undefined) target['x-unit'] = meta.unit;
  if (meta?.secret === true) target['x-secret'] = true;
  if (meta?.default !== undefined) target.default = meta.default;
  if (meta?.form !== undefined) target.format = meta.form;
  if (meta?.file !== undefined) {
    Object.assign(target, { type: 'string', format: 'binary', 'x-max-bytes': meta.file.maxBytes });
  }
  // The safe range of a JavaScript number is not a limit of the field.
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
}

/** Collects schemas under names, so that one can refer to another. */
export class SchemaCollection {
  readonly #registry = z.registry<{ id: string }>();

  constructor() {
    for (const [name, value] of Object.entries(contract)) {
      if (isSchema(value)) this.add(name, value);
    }
  }

  /** Names a schema, unless it has a name; returns the reference to it. */
  add(name: string, schema: z.core.$ZodType): JsonSchema {
    const known = this.#registry.get(schema)?.id;
    if (known === undefined) this.#registry.add(schema, { id: name });
    return { $ref: `${prefix}${known ?? name}` };
  }

  /** Every collected schema as JSON Schema. */
  toJson(): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.#registry, { uri: (id) => `${prefix}${id}`, override });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $id: _, $schema: __, ...schema }]) => [name, schema]),
    );
  }
}

/** The schema of one parameter, in place. */
export function inlineSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { override, metadata: z.registry() });
  return json;
}

/** A body as JSON. */
export function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

interface Node {
  readonly 'x-secret'?: boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** The paths of a schema's fields that are marked secret: `deviceCode.code`. */
export function secretPaths(schemas: readonly (z.core.$ZodType | undefined | null)[]): Set<string> {
  const found = new Set<string>();
  const walk = (node: Node, path: string): void => {
    if (node['x-secret'] === true) found.add(path);
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = node;
    for (const [name, field] of Object.entries(properties)) {
      walk(field, path === '' ? name : `${path}.${name}`);
    }
    if (items !== undefined) walk(items, `${path}[]`);
    for (const member of [...anyOf, ...oneOf, ...allOf]) walk(member, path);
  };
  for (const schema of schemas) {
    if (schema !== undefined && schema !== null) walk(inlineSchema(schema), '');
  }
  return found;
}
