import type * as z from 'zod/mini';
import { fits } from './field-fit.ts';
import type { Fields } from './fields.ts';
import { unwrap } from './introspect.ts';
import { shapesOf } from './result-marks.ts';
import { metaOf } from './schema-meta.ts';

/** `false`, also as a string or as 0. */
function isFalse(value: unknown): boolean {
  if (typeof value === 'string') return /^(?:false|0)$/i.test(value);
  return value === false || value === 0;
}

/** An HTTP status of an error. */
function isErrorStatus(value: unknown): boolean {
  return typeof value === 'number' && value >= 400 && value <= 599;
}

/** An HTTP status of an error, or a word for failure; the service's states are upper case. */
function isFailedStatus(value: unknown): boolean {
  if (typeof value !== 'string') return isErrorStatus(value);
  return /^(?:[45]\d\d|[eE]rror|[fF]ail(?:ed|ure)?)$/.test(value);
}

/** The fields by which gateways report a failure, and whether a value of one does. */
const marks: Readonly<Record<string, (value: unknown) => boolean>> = {
  success: isFalse,
  ok: isFalse,
  error: Boolean,
  errors: (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  status: isFailedStatus,
  statusCode: isErrorStatus,
  code: isErrorStatus,
};

/** Fields of an error body that are fields of some results too. */
const others = ['type', 'title', 'detail', 'instance', 'message', 'reason'];

/** Returns whether error bodies have a field of this name, so that it alone shows no result. */
export function isFieldOfErrors(name: string): boolean {
  return Object.hasOwn(marks, name) || others.includes(name);
}

/** Whether a value belongs to a field of the result. Of strings, only a known one certainly does. */
function isOfResult(field: z.ZodMiniType, value: unknown): boolean {
  if (typeof value !== 'string') return fits(field, value);
  return metaOf(unwrap(field))?.known?.includes(value) === true;
}

/**
 * Returns the names of the fields by which a body reports a failure.
 *
 * @param schema a schema of the result: a field that it has is part of the result, such as `errors`
 */
export function failureFields(value: Fields, schema?: z.ZodMiniType): readonly string[] {
  const reported = Object.keys(marks).filter((name) => marks[name]?.(value[name]));
  if (reported.length === 0 || schema === undefined) return reported;
  const shapes = shapesOf(schema);
  const isDeclared = (name: string) =>
    shapes.some(({ [name]: field }) => field !== undefined && isOfResult(field, value[name]));
  return reported.filter((name) => !isDeclared(name));
}
