import type * as z from 'zod';
import { type Fields, isFields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';

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

type Path = readonly string[];
type Issues = NonNullable<ReturnType<z.ZodType['safeParse']>['error']>['issues'];

const forms = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
} as const;

function dotted(path: Path): string {
  return path.join('.');
}

function unknownValue(path: Path, message: string): Drift[] {
  return [{ kind: 'unknown_value', path: dotted(path), message }];
}

function textDrift(schema: z.ZodType, value: string, path: Path): Drift[] {
  const { known, prefix, form } = schema.meta() ?? {};
  if (known !== undefined && !known.includes(value)) {
    return unknownValue(path, `The contract knows ${known.join(', ')}.`);
  }
  if (prefix !== undefined && !value.startsWith(`${prefix}:`)) {
    return unknownValue(path, `The contract expects an id of the form ${prefix}:<id>.`);
  }
  if (form !== undefined && !forms[form].test(value)) {
    return unknownValue(path, `The contract expects an ISO 8601 ${form}.`);
  }
  return [];
}

function objectDrift(schema: z.ZodType, value: Fields, path: Path): Drift[] {
  const shape = definition(schema).shape ?? {};
  const isFree = schema.meta()?.free === true;
  return Object.entries(value).flatMap(([key, child]): Drift[] => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const at = [...path, key];
    if (field !== undefined) return findDrift(field, child, at);
    if (isFree) return [];
    const message = 'The contract does not have this field.';
    return [{ kind: 'unknown_field', path: dotted(at), message }];
  });
}

/**
 * Finds the unknown fields and values of a valid response.
 *
 * Walks the whole response, so call it only when a listener is registered.
 */
export function findDrift(outer: z.ZodType, value: unknown, path: Path = []): Drift[] {
  const schema = unwrap(outer);
  const { type, options, element } = definition(schema);
  if (typeof value === 'string') return textDrift(schema, value, path);
  if (type === 'union') {
    const chosen = options?.find((option) => option.safeParse(value).success);
    return chosen === undefined ? [] : findDrift(chosen, value, path);
  }
  if (type === 'array' && Array.isArray(value) && element !== undefined) {
    return value.flatMap((item) => findDrift(element, item, [...path, '[]']));
  }
  return type === 'object' && isFields(value) ? objectDrift(schema, value, path) : [];
}

function isOptional(schema: z.ZodType): boolean {
  return definition(schema).type === 'optional';
}

/** Returns the option with the fewest issues: the first that accepts the value, if one does. */
function optionFor(options: readonly z.ZodType[], value: unknown): z.ZodType | undefined {
  let best: z.ZodType | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const option of options) {
    const count = option.safeParse(value).error?.issues.length ?? 0;
    if (count === 0) return option;
    if (count < fewest) [best, fewest] = [option, count];
  }
  return best;
}

/** Returns whether the response is usable without the value of an issue. */
function isDispensable(outer: z.ZodType, value: unknown, path: Path): boolean {
  if (isOptional(outer)) return true;
  const schema = unwrap(outer);
  const { type, shape, options, element } = definition(schema);
  const [key, ...rest] = path;
  if (type === 'union') {
    const option = optionFor(options ?? [], value);
    return option !== undefined && isDispensable(option, value, path);
  }
  if (key === undefined) return false;
  if (type === 'array') return element !== undefined;
  const field = shape?.[key];
  const child = isFields(value) ? value[key] : undefined;
  return field !== undefined && isDispensable(field, child, rest);
}

function issuesOf(outer: z.ZodType, value: unknown): Issues {
  const schema = unwrap(outer);
  const { type, options } = definition(schema);
  if (type !== 'union') return schema.safeParse(value).error?.issues ?? [];
  const option = optionFor(options ?? [], value);
  return option === undefined ? [] : issuesOf(option, value);
}

/**
 * Compares a response with its schema. A difference in an optional field, or in one item of a list,
 * is drift, because the rest stays usable; one in a required field of the resource is not.
 */
export function assess(schema: z.ZodType, value: unknown): Assessment {
  const drift: Drift[] = [];
  const unusable: Drift[] = [];
  for (const { path, message } of issuesOf(schema, value)) {
    const names = path.map((part) => (typeof part === 'number' ? '[]' : String(part)));
    const found: Drift = { kind: 'mismatch', path: dotted(names), message };
    (isDispensable(schema, value, names) ? drift : unusable).push(found);
  }
  if (drift.length === 0 && unusable.length === 0) drift.push(...findDrift(schema, value));
  return { drift, unusable };
}
