import type * as z from 'zod';
import { definition, unwrap } from './introspect.ts';

/** One way in which an answer differs from the contract without being unusable. */
export interface Drift {
  readonly kind: 'unknown_field' | 'unknown_value' | 'mismatch';
  /** Dotted path into the answer; ids and other values never appear in it. */
  readonly path: string;
  readonly message: string;
}

function variant(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  return definition(schema).options?.find((option) => option.safeParse(value).success);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectDrift(schema: z.ZodType, value: Readonly<Record<string, unknown>>, path: string[]) {
  const shape = definition(schema).shape ?? {};
  return Object.entries(value).flatMap(([key, child]): Drift[] => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const at = [...path, key];
    if (field !== undefined) return findDrift(field, child, at);
    return [
      { kind: 'unknown_field', path: at.join('.'), message: 'The contract has no such field.' },
    ];
  });
}

/**
 * Fields and enum values of a valid answer that the contract does not know.
 *
 * Costs a walk over the answer; call it only when someone listens.
 */
export function findDrift(outer: z.ZodType, value: unknown, path: string[] = []): Drift[] {
  const schema = unwrap(outer);
  const def = definition(schema);
  const known = schema.meta()?.known;
  if (known !== undefined && typeof value === 'string' && !known.includes(value)) {
    const message = `The contract knows ${known.join(', ')}.`;
    return [{ kind: 'unknown_value', path: path.join('.'), message }];
  }
  if (def.type === 'union') {
    const chosen = variant(schema, value);
    return chosen === undefined ? [] : findDrift(chosen, value, path);
  }
  if (def.type === 'array' && Array.isArray(value) && def.element !== undefined) {
    const { element } = def;
    return value.flatMap((item) => findDrift(element, item, [...path, '[]']));
  }
  return def.type === 'object' && isRecord(value) ? objectDrift(schema, value, path) : [];
}
