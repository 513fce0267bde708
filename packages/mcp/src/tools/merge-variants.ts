import { mapSubschemas, variantsOf } from '@org/payments-contract/internal/schema';
import type { JsonSchema } from './schema-types.ts';

/** The part of an object's schema that merging follows. */
export interface Shape {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

export function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
}

function isObject(schema: JsonSchema): schema is JsonSchema & Partial<Shape> {
  return schema.type === 'object' && schema.properties !== undefined;
}

/** The strings that a schema allows, if it lists them. */
function listed({ enum: texts }: JsonSchema): readonly string[] | undefined {
  return texts as readonly string[] | undefined;
}

/** The properties of several objects by name, and what each of the objects requires. */
export function mergedShape(
  shapes: readonly Partial<Shape>[],
  merge: (schemas: readonly JsonSchema[]) => JsonSchema,
): Shape {
  const names = new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = [...names].map((name): [string, JsonSchema] => {
    const given = shapes.flatMap(({ properties: own }) => {
      const schema = own?.[name];
      return schema === undefined ? [] : [schema];
    });
    return [name, merge(given)];
  });
  return {
    properties: Object.fromEntries(properties),
    required: [...names].filter((name) => shapes.every((one) => one.required?.includes(name))),
  };
}

/** The only string a property allows, such as the kind that tells variants apart. */
function onlyText({ properties }: Partial<Shape>, name: string): string | undefined {
  const texts = listed(properties?.[name] ?? {});
  return texts?.length === 1 ? texts[0] : undefined;
}

/** Names the fields that single variants of an object require, by the value that tells them apart. */
export function requirements(objects: readonly Partial<Shape>[], shape: Pick<Shape, 'required'>) {
  const tag = shape.required.find((name) =>
    objects.every((one) => onlyText(one, name) !== undefined),
  );
  if (tag === undefined) return undefined;
  const needs = [...Map.groupBy(objects, (one) => onlyText(one, tag))].map(([value, those]) => {
    const { required } = mergedShape(those, ([first = {}]) => first);
    return [value, required.filter((name) => !shape.required.includes(name)).join(', ')] as const;
  });
  const groups = Map.groupBy(needs, ([, fields]) => fields);
  const parts = [...groups].flatMap(([fields, those]) =>
    fields === '' ? [] : [`${those.map(([value]) => value).join(', ')}: ${fields}`],
  );
  return parts.length === 0 ? undefined : `Also required, by \`${tag}\`: ${parts.join('; ')}.`;
}

/** One schema that allows whatever one of the schemas allows, and possibly more. */
export function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const options = distinct(schemas.flatMap(variantsOf));
  const [only] = options;
  if (only !== undefined && options.length === 1) return only;
  const objects = options.filter(isObject);
  if (objects.length === options.length) {
    const shape = mergedShape(objects, mergeSchemas);
    const description = requirements(objects, shape);
    return {
      type: 'object',
      ...shape,
      additionalProperties: false,
      ...(description !== undefined && { description }),
    };
  }
  if (options.every(({ type }) => type === 'string')) {
    const texts = options.map(listed);
    const isListed = texts.every((one) => one !== undefined);
    return isListed ? { type: 'string', enum: [...new Set(texts.flat())] } : { type: 'string' };
  }
  return { anyOf: options };
}

/** How many variants a union may have before it is merged. */
const MANY = 4;

/**
 * Merges each union of many objects into one object with the fields of all. Written out, the kinds
 * of bank accounts alone are 150 KB, which every conversation of a model would have to read.
 */
export function withoutLargeUnions(schema: JsonSchema): JsonSchema {
  const variants = variantsOf(schema);
  if (variants.length > MANY && variants.every(isObject)) return mergeSchemas(variants);
  return mapSubschemas(schema, withoutLargeUnions);
}
