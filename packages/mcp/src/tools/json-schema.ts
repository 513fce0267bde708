import type { OperationRow } from '@org/payments-contract';
import * as z from 'zod';

/** A JSON Schema. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of an object, at the root of a tool's input. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

/** Marks of the contract's schemas that are not words of JSON Schema. */
const ownMarks = ['known', 'secret', 'prefix', 'form', 'list', 'free', 'file'] as const;

function clean({ jsonSchema }: { jsonSchema: object }): void {
  const target = jsonSchema as Record<string, unknown>;
  for (const mark of ownMarks) delete target[mark];
  // The safe range of a JavaScript number says nothing of the field.
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
}

function toJson(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: clean,
  });
  return json;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds the descriptions of fields, by their paths, to a schema and everything below it. */
function described(
  schema: JsonSchema,
  fields: Readonly<Record<string, string>>,
  path: string,
): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' && isSchema(value)) {
      const below = Object.entries(value).map(([name, child]) => {
        const at = path === '' ? name : `${path}.${name}`;
        const inner = described(child as JsonSchema, fields, at);
        const text = fields[at];
        return [name, text === undefined ? inner : { ...inner, description: text }];
      });
      return [keyword, Object.fromEntries(below)];
    }
    if (keyword === 'items' && isSchema(value)) return [keyword, described(value, fields, path)];
    if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value)) {
      return [keyword, value.map((one: JsonSchema) => described(one, fields, path))];
    }
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** One schema for a field that the variants of a body describe differently. */
function eitherOf(left: JsonSchema, right: JsonSchema): JsonSchema {
  if (isSame(left, right)) return left;
  const options = [left, right].flatMap((one) =>
    Array.isArray(one.anyOf) ? (one.anyOf as JsonSchema[]) : [one],
  );
  return { anyOf: options.filter((one, at) => options.findIndex((o) => isSame(o, one)) === at) };
}

interface Shape {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/**
 * The fields of a body. Of one with variants the fields of all, and as required those that each
 * variant requires: model providers refuse a tool whose input is a union.
 */
function shapeOf(schema: JsonSchema): Shape {
  const variants = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined;
  if (variants === undefined) {
    const { properties = {}, required = [] } = schema as Partial<Shape>;
    return { properties, required };
  }
  const shapes = variants.map(shapeOf);
  const properties: Record<string, JsonSchema> = {};
  for (const [name, child] of shapes.flatMap((one) => Object.entries(one.properties))) {
    const known = properties[name];
    properties[name] = known === undefined ? child : eitherOf(known, child);
  }
  const required = Object.keys(properties).filter((name) =>
    shapes.every((shape) => shape.required.includes(name)),
  );
  return { properties, required };
}

/** The JSON Schema of everything an operation takes, as one object, with descriptions. */
export function inputSchemaOf(
  row: OperationRow,
  fields: Readonly<Record<string, string>>,
): ObjectSchema {
  const parts = [row.params, row.query, row.headers, row.body];
  const shapes = parts.flatMap((part) => (part === undefined ? [] : [shapeOf(toJson(part))]));
  const schema = {
    type: 'object',
    properties: Object.assign({}, ...shapes.map(({ properties }) => properties)),
    required: shapes.flatMap(({ required }) => required),
    additionalProperties: false,
  } as const;
  return described(schema, fields, '') as ObjectSchema;
}
