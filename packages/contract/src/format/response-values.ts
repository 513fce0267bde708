import * as z from 'zod';

/** An enum in a response: the known values, and any later one. */
export type Open<Value extends string> = Value | (string & {});

/**
 * Returns the schema of a string enum in a response. Unknown values pass and are reported as drift.
 */
export function openEnum<const Value extends string>(
  known: readonly Value[],
): z.ZodType<Open<Value>> {
  return z.string().meta({ known }) as unknown as z.ZodType<Open<Value>>;
}

/** Returns the schema of an object in a response. Unknown fields are kept. */
export function resource<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/**
 * Returns the schema of an object in a response whose further fields depend on one of the known
 * fields.
 */
export function freeObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.looseObject(shape).meta({ free: true });
}

/**
 * Returns the schema of an id in a response: `` `Card:${string}` ``. Another prefix passes and is
 * reported as drift.
 */
export function id<Prefix extends string>(prefix: Prefix): z.ZodType<`${Prefix}:${string}`> {
  const schema = z.string().min(1).meta({ prefix });
  return schema as unknown as z.ZodType<`${Prefix}:${string}`>;
}

/** A date and time in a response, ISO 8601. Another form passes and is reported as drift. */
export const timestamp = z.string().meta({ form: 'date-time' });

/**
 * Returns the schema of a union of variants, distinguished by one field. A later variant passes
 * with its known common fields, so that one item of an unknown kind leaves a list readable.
 */
export function openVariants<Variants extends readonly [z.ZodObject, ...z.ZodObject[]]>(
  key: string,
  variants: Variants,
  common: z.core.$ZodLooseShape,
): z.ZodType<z.output<Variants[number]>> {
  const known = variants.flatMap((variant) => [
    ...((variant.shape[key] as z.ZodLiteral<string> | undefined)?.values ?? []),
  ]);
  const later = z.looseObject({
    ...common,
    [key]: z
      .string()
      .refine((value) => !known.includes(value))
      .meta({ known }),
  });
  const union = z.union([z.discriminatedUnion(key, variants as never), later]);
  return union as unknown as z.ZodType<z.output<Variants[number]>>;
}
