import type * as z from 'zod/mini';
import { isFields } from './fields.ts';
import { definition, unwrap } from './introspect.ts';
import { metaOf } from './schema-meta.ts';

/** The forms of text that the contract expects in a response. */
export const textForms = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
} as const;

/** How the service writes the values of its enums, such as `PENDING_REVIEW`. */
const upperSnake = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/** Whether a value is known, or is written as the known ones are, as a later one would be. */
function isWrittenLike(known: readonly string[], value: string): boolean {
  const isForm = known.every((each) => upperSnake.test(each));
  return known.includes(value) || !isForm || upperSnake.test(value);
}

function isTextOf(schema: z.ZodMiniType, value: string): boolean {
  const { known, prefix, form } = metaOf(schema) ?? {};
  if (known !== undefined && !isWrittenLike(known, value)) return false;
  if (prefix !== undefined && !value.startsWith(`${prefix}:`)) return false;
  if (form !== undefined && !textForms[form].test(value)) return false;
  return schema.safeParse(value).success;
}

/** Returns whether a value has the type of a schema; a string is not empty. */
export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value !== '';
    case 'number':
    case 'boolean':
      return typeof value === type;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isFields(value);
    default:
      return value !== undefined && value !== null;
  }
}

/**
 * Returns whether a value may be that of a field: it has the field's type and, if it is a string,
 * the form of the field's ids, times or known values. The contents of an object or list are not compared.
 */
export function fits(field: z.ZodMiniType, value: unknown): boolean {
  if (value === null) return field.safeParse(null).success;
  const schema = unwrap(field);
  const { type, options, values } = definition(schema);
  if (options !== undefined) return options.some((option) => fits(option, value));
  if (values !== undefined) return values.includes(value);
  return typeof value === 'string' && type === 'string'
    ? isTextOf(schema, value)
    : isOfType(type, value);
}

/** Returns whether a field is a time, which any system writes. */
export function isTime(field: z.ZodMiniType): boolean {
  return metaOf(unwrap(field))?.form !== undefined;
}
