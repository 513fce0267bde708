import type * as z from 'zod/mini';

import { type Fields, isFields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';
import { schemaIssues } from './schema-issues.ts';
import { metaOf, textForms } from './schema-meta.ts';

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

type Part = readonly [keys: readonly PropertyKey[], schema: z.ZodMiniType, value: unknown];

/** Returns the variants that the value names in the field that distinguishes them: one or none. */
function namedVariants(union: z.ZodMiniType, value: unknown): readonly z.ZodMiniType[] {
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
function optionOf(union: z.ZodMiniType, value: unknown): z.ZodMiniType | undefined {
  const { options = [] } = definition(union);
  const [named] = [union, ...options].flatMap((each) => namedVariants(each, value));
  const others = options.filter((each) => definition(each).discriminator === undefined);
  const isUsable = (each: z.ZodMiniType) =>
    mismatchesOf(each, value).every(({ loss }) => loss === 'nothing');
  return named ?? others.find(isUsable) ?? others[0];
}

/**
 * Returns the parts of a value one step below, each with its schema; for a union, the value itself
 * with the schema of its option.
 */
function partsOf(schema: z.ZodMiniType, value: unknown): readonly Part[] {
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
  outer: z.ZodMiniType,
  value: unknown,
  path: readonly PropertyKey[],
  given: Loss,
): Mismatch[] {
  const issues = schemaIssues(outer, value);
  if (issues.length === 0) return [];
  const isOptional = definition(outer).type === 'optional';
  const loss = isOptional ? (value === null ? 'nothing' : 'field') : given;
  const schema = unwrap(outer);
  const found = partsOf(schema, value).flatMap(([keys, part, child]) =>
    below(part, child, [...path, ...keys], loss),
  );
  if (found.length > 0) return found;
  return issues.map(({ path: inside, message }) => ({ path: [...path, ...inside], message, loss }));
}

/** Returns every place where a response does not match its schema; empty if it matches. */
export function mismatchesOf(schema: z.ZodMiniType, value: unknown): readonly Mismatch[] {
  return below(schema, value, [], 'resource');
}

/** One way in which a response differs from the contract without being unusable. */
export interface Drift {
  readonly kind: 'unknown_field' | 'unknown_value' | 'mismatch';
  /** Dotted path into the response. It never contains ids or other values. */
  readonly path: string;
  readonly message: string;
}

/** The result of comparing a response with its schema. */
export interface Assessment {
  /** Differences that leave the response usable. */
  readonly drift: readonly Drift[];
  /** Differences that prevent the use of the response: in required fields of the resource itself. */
  readonly unusable: readonly Drift[];
}

type Path = readonly PropertyKey[];

function dotted(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.');
}

function unknownValue(path: Path, message: string): Drift[] {
  return [{ kind: 'unknown_value', path: dotted(path), message }];
}

function textDrift(schema: z.ZodMiniType, value: string, path: Path): Drift[] {
  const { known, prefix, form } = metaOf(schema) ?? {};
  if (known !== undefined && !known.includes(value)) {
    return unknownValue(path, `The known values are ${known.join(', ')}.`);
  }
  if (prefix !== undefined && !value.startsWith(`${prefix}:`)) {
    return unknownValue(path, `The contract expects an id of the form ${prefix}:<id>.`);
  }
  if (form !== undefined && !textForms[form].test(value)) {
    return unknownValue(path, `The contract expects an ISO 8601 ${form}.`);
  }
  return [];
}

function unknownFields(schema: z.ZodMiniType, value: Fields, path: Path): Drift[] {
  const { shape } = definition(schema);
  if (shape === undefined || metaOf(schema)?.free === true) return [];
  const message = 'The contract does not have this field.';
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(shape, key))
    .map((key) => ({ kind: 'unknown_field', path: dotted([...path, key]), message }));
}

/**
 * Finds the unknown fields and values of a valid response.
 *
 * Walks the whole response, so call it only when a listener is registered.
 */
export function findDrift(outer: z.ZodMiniType, value: unknown, path: Path = []): Drift[] {
  const schema = unwrap(outer);
  const below = partsOf(schema, value).flatMap(([keys, part, child]) =>
    findDrift(part, child, [...path, ...keys]),
  );
  if (typeof value === 'string') return [...below, ...textDrift(schema, value, path)];
  return isFields(value) ? [...below, ...unknownFields(schema, value, path)] : below;
}

/**
 * Compares a response with its schema. A difference in an optional field, or in one item of a list,
 * is drift, because the rest stays usable; one in a required field of the resource is not.
 */
export function assess(schema: z.ZodMiniType, value: unknown): Assessment {
  const drift: Drift[] = [];
  const unusable: Drift[] = [];
  for (const { path, message, loss } of mismatchesOf(schema, value)) {
    const found: Drift = { kind: 'mismatch', path: dotted(path), message };
    const isOfItem = path.some((part) => typeof part === 'number');
    (loss === 'resource' && !isOfItem ? unusable : drift).push(found);
  }
  if (drift.length === 0 && unusable.length === 0) drift.push(...findDrift(schema, value));
  return { drift, unusable };
}
