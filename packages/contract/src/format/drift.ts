import type * as z from 'zod';
import { type Fields, isFields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';
import { mismatchesOf, partsOf } from './mismatches.ts';

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
  /**
   * Differences that prevent the use of the response: in required fields of the resource itself.
   */
  readonly unusable: readonly Drift[];
}

type Path = readonly PropertyKey[];

const forms = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
} as const;

function dotted(path: Path): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.');
}

function unknownValue(path: Path, message: string): Drift[] {
  return [{ kind: 'unknown_value', path: dotted(path), message }];
}

function textDrift(schema: z.ZodType, value: string, path: Path): Drift[] {
  const { known, prefix, form } = schema.meta() ?? {};
  if (known !== undefined && !known.includes(value)) {
    return unknownValue(path, `The known values are ${known.join(', ')}.`);
  }
  if (prefix !== undefined && !value.startsWith(`${prefix}:`)) {
    return unknownValue(path, `The contract expects an id of the form ${prefix}:<id>.`);
  }
  if (form !== undefined && !forms[form].test(value)) {
    return unknownValue(path, `The contract expects an ISO 8601 ${form}.`);
  }
  return [];
}

function unknownFields(schema: z.ZodType, value: Fields, path: Path): Drift[] {
  const { shape } = definition(schema);
  if (shape === undefined || schema.meta()?.free === true) return [];
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
export function findDrift(outer: z.ZodType, value: unknown, path: Path = []): Drift[] {
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
export function assess(schema: z.ZodType, value: unknown): Assessment {
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
