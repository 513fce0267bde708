import type { OperationRow } from '@org/payments-contract';
import { mapSubschemas, variantsOf } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import {
  distinct,
  mergedShape,
  mergeSchemas,
  requirements,
  type Shape,
  withoutLargeUnions,
} from './merge-variants.ts';
import { byKey } from './row-facts.ts';
import type { JsonSchema, ObjectSchema } from './schema-types.ts';

type FieldTexts = Readonly<Record<string, string>>;

/** What the contract says of a field and then what follows from its schema, such as the form of an id. */
function joined(text: string | undefined, own: unknown): string | undefined {
  if (typeof own !== 'string') return text;
  if (text === undefined) return own;
  const names = own.match(/`[^`]+`/g) ?? [];
  const isSaid = own.startsWith('Form: ') && names.every((name) => text.includes(name));
  return isSaid ? text : `${text} ${own}`;
}

function describedField(schema: JsonSchema, fields: FieldTexts, path: string): JsonSchema {
  const inner = describeFields(schema, fields, path);
  const description = joined(fields[path], schema.description);
  return description === undefined ? inner : { ...inner, description };
}

/** Adds the descriptions of fields, by their paths, to a schema and everything below it. */
function describeFields(schema: JsonSchema, fields: FieldTexts, path = ''): JsonSchema {
  return mapSubschemas(schema, (child, { field }) => {
    if (field === undefined) return describeFields(child, fields, path);
    return describedField(child, fields, path === '' ? field : `${path}.${field}`);
  });
}

/** Marks of the contract's schemas that are not words of JSON Schema. */
const ownMarks = ['known', 'secret', 'prefix', 'form', 'list', 'free', 'file', 'unit'] as const;

/** The form of an id, such as `Quote:<id>`, which only the message of its check names. */
function idForm(schema: z.core.$ZodType): string | undefined {
  const { error } = z.safeParse(schema, '');
  return /^expected an id of the form (.+)$/.exec(error?.issues[0]?.message ?? '')?.[1];
}

interface Override {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: object;
}

/** Writes a keyword that not every model provider accepts with one that each of them does. */
function simplify(target: Record<string, unknown>): void {
  if (target.oneOf !== undefined) {
    target.anyOf = target.oneOf;
    delete target.oneOf;
  }
  if (typeof target.const === 'string') {
    target.enum = [target.const];
    delete target.const;
  }
  if (target.type === 'integer') simplifyBounds(target);
  delete target.propertyNames;
}

/** Not every provider accepts an exclusive bound; for whole numbers the next one says the same. */
function simplifyBounds(target: Record<string, unknown>): void {
  const { exclusiveMinimum, exclusiveMaximum } = target;
  if (typeof exclusiveMinimum === 'number') target.minimum = exclusiveMinimum + 1;
  if (typeof exclusiveMaximum === 'number') target.maximum = exclusiveMaximum - 1;
  delete target.exclusiveMinimum;
  delete target.exclusiveMaximum;
}

function clean({ zodSchema, jsonSchema }: Override): void {
  const target = jsonSchema as Record<string, unknown>;
  for (const mark of ownMarks) delete target[mark];
  // The safe range of a JavaScript number says nothing of the field.
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  // The pattern repeats what the format says, in 300 characters.
  if (target.format === 'date' || target.format === 'date-time') delete target.pattern;
  simplify(target);
  const form = zodSchema._zod.def.type === 'string' ? idForm(zodSchema) : undefined;
  if (form !== undefined) target.description = `Form: \`${form.replaceAll(' or ', '` or `')}\`.`;
}

/** Writes a list of types as alternatives: some providers accept one type only. */
function withSingleTypes(schema: JsonSchema): JsonSchema {
  const single = mapSubschemas(schema, withSingleTypes);
  const { type, ...others } = single;
  if (!Array.isArray(type)) return single;
  const [first, ...rest] = type.map((one: unknown) => ({ type: one }));
  return { anyOf: [{ ...first, ...others }, ...rest] };
}

const toJson = byKey((schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: clean,
  });
  return withSingleTypes(json);
});

function eitherOf(schemas: readonly JsonSchema[]): JsonSchema {
  const options = distinct(schemas.flatMap(variantsOf));
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { anyOf: options };
}

/** One schema for a field that the variants of a body describe differently: strings become one list. */
function mergeField(schemas: readonly JsonSchema[]): JsonSchema {
  const merged = mergeSchemas(schemas);
  return merged.type === 'string' ? merged : eitherOf(schemas);
}

/**
 * The fields of a body. Of one with variants the fields of all, and as required those that each
 * variant requires: model providers refuse a tool whose input is a union.
 */
function shapeOf(schema: JsonSchema): Shape {
  const variants = variantsOf(schema);
  if (variants.length > 1) return mergedShape(variants.map(shapeOf), mergeField);
  const { properties = {}, required = [] } = schema as Partial<Shape>;
  return { properties, required };
}

/** The JSON Schema of everything an operation takes, as one object, with descriptions. */
export function inputSchemaOf(row: OperationRow, fields: FieldTexts): ObjectSchema {
  const parts = [row.params, row.query, row.headers, row.body];
  const shapes = parts.flatMap((part) => (part === undefined ? [] : [shapeOf(toJson(part))]));
  const schema = {
    type: 'object',
    properties: Object.assign({}, ...shapes.map(({ properties }) => properties)),
    required: shapes.flatMap(({ required }) => required),
    additionalProperties: false,
  } as const;
  return describeFields(withoutLargeUnions(schema), fields) as ObjectSchema;
}

/** What the variants of a body require besides the fields that all do: `BUSINESS: businessInfo`. */
export function variantRequirements({ body }: OperationRow): string | undefined {
  if (body === undefined) return undefined;
  const variants = variantsOf(toJson(body)).map(shapeOf);
  return variants.length < 2
    ? undefined
    : requirements(variants, mergedShape(variants, mergeField));
}
