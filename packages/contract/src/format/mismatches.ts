import type * as z from 'zod';
import { definition, unwrap } from './introspect.ts';

/**
 * What cannot be used because of a mismatch: nothing, for null in an optional field, which means
 * that the field is left out; an optional field; one item of a list, for a required field of that
 * item; or the whole response.
 */
export type Loss = 'nothing' | 'field' | 'item' | 'response';

/** One place where a response does not match its schema. */
export interface Mismatch {
  /** Field names and indexes from the response to the place. */
  readonly path: readonly PropertyKey[];
  /** What was expected; it never contains the value. */
  readonly message: string;
  readonly loss: Loss;
}

type Part = readonly [key: PropertyKey, schema: z.ZodType, value: unknown];

function fieldOf(value: unknown, key: PropertyKey): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined;
}

/** Returns the variant that the value names in the field that distinguishes the variants. */
function namedVariant(union: z.ZodType, value: unknown): z.ZodType | undefined {
  const { discriminator, options = [] } = definition(union);
  if (discriminator === undefined) return undefined;
  const name = fieldOf(value, discriminator);
  return options.find((option) => {
    const constant = definition(option).shape?.[discriminator];
    return constant !== undefined && definition(constant).values?.includes(name) === true;
  });
}

/**
 * Returns the option a value belongs to: the variant it names; else, of the options that are not
 * variants, the one that loses the least.
 */
function optionFor(union: z.ZodType, value: unknown): z.ZodType | undefined {
  const { options = [] } = definition(union);
  const [named] = [union, ...options].flatMap((each) => namedVariant(each, value) ?? []);
  if (named !== undefined) return named;
  const others = options.filter((each) => definition(each).discriminator === undefined);
  const count = (option: z.ZodType) =>
    mismatchesOf(option, value).filter(({ loss }) => loss !== 'nothing').length;
  const [best] = others
    .map((option) => [option, count(option)] as const)
    .sort(([, left], [, right]) => left - right);
  return best?.[0];
}

/** Returns the parts of a value one step below, each with its schema. */
function partsOf(schema: z.ZodType, value: unknown): readonly Part[] {
  const { shape = {}, element } = definition(schema);
  if (Array.isArray(value)) {
    return element === undefined ? [] : value.map((item, index): Part => [index, element, item]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(shape).map(([key, field]): Part => [key, field, fieldOf(value, key)]);
}

function below(
  outer: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
  given: Loss,
): Mismatch[] {
  const result = outer.safeParse(value);
  if (result.success) return [];
  const isOptional = definition(outer).type === 'optional';
  const loss = isOptional ? (value === null ? 'nothing' : 'field') : given;
  const schema = unwrap(outer);
  const option = definition(schema).type === 'union' ? optionFor(schema, value) : undefined;
  const ofItem = definition(schema).type === 'array' && loss === 'response' ? 'item' : loss;
  const found =
    option === undefined
      ? partsOf(schema, value).flatMap(([key, part, child]) =>
          below(part, child, [...path, key], ofItem),
        )
      : below(option, value, path, loss);
  if (found.length > 0) return found;
  return result.error.issues.map(({ path: rest, message }) => ({
    path: [...path, ...rest],
    message,
    loss,
  }));
}

/** Returns every place where a response does not match its schema; empty if it matches. */
export function mismatchesOf(schema: z.ZodType, value: unknown): readonly Mismatch[] {
  return below(schema, value, [], 'response');
}
