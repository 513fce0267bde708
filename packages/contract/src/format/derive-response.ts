import * as z from 'zod/mini';
import { definition } from './introspect.ts';
import { withMeta } from './meta.ts';
import { type Open, openEnum, resource } from './response-values.ts';
import { metaOf } from './schema-meta.ts';

/** The response form of a request value: enums open, every field of an object optional. */
export type Opened<Value> = Value extends string
  ? string extends Value
    ? string
    : Open<Value>
  : Value extends readonly (infer Item)[]
    ? Opened<Item>[]
    : Value extends object
      ? { [Key in keyof Value]?: Opened<Value[Key]> | undefined }
      : Value;

type Shape = z.core.$ZodLooseShape;

/** The response fields that belong to request fields. */
export type OpenedShape<Fields extends Shape> = {
  [Key in keyof Fields]: z.ZodMiniOptional<
    z.ZodMiniType<Opened<Exclude<z.output<Fields[Key]>, undefined>>>
  >;
};

function open(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, innerType, element, shape, options, entries, values, format } = definition(schema);
  switch (type) {
    case 'optional':
      return z.optional(responseOf(innerType as z.ZodMiniType));
    case 'nullable':
      return z.nullable(responseOf(innerType as z.ZodMiniType));
    case 'enum':
      return openEnum(Object.values(entries ?? {}) as string[]);
    case 'literal':
      return openEnum((values ?? []) as string[]);
    case 'string':
      return z.string();
    case 'number':
      return format === 'safeint' ? z.int() : z.number();
    case 'boolean':
      return z.boolean();
    case 'array':
      return z.array(responseOf(element as z.ZodMiniType));
    case 'object':
      return resource(responseFields(shape ?? {}));
    case 'union':
      return z.union((options ?? []).map((option) => responseOf(option)));
    default:
      return z.unknown();
  }
}

/**
 * Derives the response form of a request schema. Responses are checked less strictly than requests:
 * enums become open, patterns, ranges and minimum lengths are dropped, every field of an object is
 * optional, unknown fields are kept. Marks of secrets and units stay.
 */
export function responseOf<Schema extends z.ZodMiniType>(
  schema: Schema,
): z.ZodMiniType<Opened<z.output<Schema>>> {
  const opened = open(schema);
  const { secret, unit } = metaOf(schema) ?? {};
  if (secret === undefined && unit === undefined) return opened as never;
  const kept = {
    ...(secret === undefined ? {} : { secret }),
    ...(unit === undefined ? {} : { unit }),
  };
  return withMeta(opened, { ...metaOf(opened), ...kept }) as never;
}

/** Derives the response fields of a request shape, each optional; see `responseOf`. */
export function responseFields<Fields extends Shape>(shape: Fields): OpenedShape<Fields> {
  const fields = Object.entries(shape).map(([name, field]) => {
    const opened = responseOf(field as z.ZodMiniType);
    return [name, definition(opened).type === 'optional' ? opened : z.optional(opened)];
  });
  return Object.fromEntries(fields);
}
