import * as z from 'zod/mini';
import type { IdPrefix } from '../internal/id-prefixes.ts';
import { withMeta } from './meta.ts';
import { looseObject } from './objects.ts';

/** An enum in a response: the known values, and any later one. */
export type Open<Value extends string> = Value | (string & {});

/** Returns the schema of a string enum in a response. Unknown values pass and are reported as drift. */
export function openEnum<const Value extends string>(
  known: readonly Value[],
): z.ZodMiniType<Open<Value>> {
  return withMeta(z.string(), { known }) as unknown as z.ZodMiniType<Open<Value>>;
}

/** Returns the schema of an object in a response. Unknown fields are kept. */
export function resource<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodMiniObject<Shape, z.core.$strip> {
  return looseObject(shape) as unknown as z.ZodMiniObject<Shape, z.core.$strip>;
}

/** Returns the schema of an object in a response whose further fields depend on one of the known fields. */
export function freeObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return withMeta(looseObject(shape), { free: true });
}

/**
 * Returns the schema of an id in a response: `` `Card:${string}` ``. Another prefix passes and is
 * reported as drift.
 */
export function id<Prefix extends IdPrefix>(prefix: Prefix): z.ZodMiniType<`${Prefix}:${string}`> {
  const schema = withMeta(z.string().check(z.minLength(1)), { prefix });
  return schema as unknown as z.ZodMiniType<`${Prefix}:${string}`>;
}

/** A date and time in a response, ISO 8601. Another form passes and is reported as drift. */
export const timestamp = withMeta(z.string(), { form: 'date-time' });

/**
 * Returns the schema of a union of variants, distinguished by one field. A later variant passes
 * with its known common fields, so that one item of an unknown kind leaves a list readable.
 */
export function openVariants<Variants extends readonly [z.ZodMiniObject, ...z.ZodMiniObject[]]>(
  key: string,
  variants: Variants,
  common: z.core.$ZodLooseShape,
): z.ZodMiniType<z.output<Variants[number]>> {
  const known = variants.flatMap((variant) => {
    const constant = variant.shape[key] as z.ZodMiniLiteral<string> | undefined;
    return constant?.def.values ?? [];
  });
  const later = looseObject({
    ...common,
    [key]: withMeta(z.string().check(z.refine((value) => !known.includes(value))), { known }),
  });
  const union = z.union([z.discriminatedUnion(key, variants as never), later]);
  return union as unknown as z.ZodMiniType<z.output<Variants[number]>>;
}
