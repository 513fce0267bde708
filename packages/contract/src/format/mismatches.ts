import type * as z from 'zod';
import type { Fields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';

/**
 * What cannot be used because of a mismatch: nothing, for null in an optional field, which means
 * that the field is left out; the optional field; or, for a required one, the resource.
 */
export type Loss = 'nothing' | 'field' | 'resource';

/** One place where a response does not match its schema. */
export interface Mismatch {
  /** Field names and indexes from the response to the place. */
  readonly path: readonly PropertyKey[];
  /** What was expected; it never contains the value. */
  readonly message: string;
  readonly loss: Loss;
}

type Part = readonly [keys: readonly PropertyKey[], schema: z.ZodType, value: unknown];

/** Returns the variants that the value names in the field that distinguishes them: one or none. */
function namedVariants(union: z.ZodType, value: unknown): readonly z.ZodType[] {
  const { discriminator = '', options = [] } = definition(union);
  const name = (value as Fields | null | undefined)?.[discriminator];
  return options.filter((option) => {
    const constant = definition(option).shape?.[discriminator];
    return constant && definition(constant).values?.includes(name);
  });
}

/**
 * Returns the option that a value belongs to: the variant it names; otherwise, of the options that
 * are not variants, the first one that accepts it.
 */
function optionOf(union: z.ZodType, value: unknown): z.ZodType | undefined {
  const { options = [] } = definition(union);
  const [named] = [union, ...options].flatMap((each) => namedVariants(each, value));
  const others = options.filter((each) => definition(each).discriminator === undefined);
  const isUsable = (each: z.ZodType) =>
    mismatchesOf(each, value).every(({ loss }) => loss === 'nothing');
  return named ?? others.find(isUsable) ?? others[0];
}

/**
 * Returns the parts of a value one step below, each with its schema; for a union, the value itself
 * with the schema of its option.
 */
export function partsOf(schema: z.ZodType, value: unknown): readonly Part[] {
  const { type, shape = {}, element } = definition(schema);
  if (type === 'union') {
    const option = optionOf(schema, value);
    return option ? [[[], option, value]] : [];
  }
  if (!value || typeof value !== 'object') return [];
  if (Array.isArray(value)) {
    return element ? value.map((item, index) => [[index], element, item]) : [];
  }
  return Object.entries(shape).map(([key, field]) => [[key], field, (value as Fields)[key]]);
}

function below(
  outer: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  given: Loss,
): Mismatch[] {
  const { error } = outer.safeParse(value);
  if (!error) return [];
  const isOptional = definition(outer).type === 'optional';
  const loss = isOptional ? (value === null ? 'nothing' : 'field') : given;
  const schema = unwrap(outer);
  const found = partsOf(schema, value).flatMap(([keys, part, child]) =>
    below(part, child, [...path, ...keys], loss),
  );
  if (found.length > 0) return found;
  return error.issues.map((issue) => ({
    path: [...path, ...issue.path],
    message: issue.message,
    loss,
  }));
}

/** Returns every place where a response does not match its schema; empty if it matches. */
export function mismatchesOf(schema: z.ZodType, value: unknown): readonly Mismatch[] {
  return below(schema, value, [], 'resource');
}
