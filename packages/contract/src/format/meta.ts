import type * as z from 'zod';
import type { Unit } from './units.ts';

declare module 'zod' {
  interface GlobalMeta {
    /** The value must never be shown: it is masked in logs, errors, spans and inspection. */
    secret?: true;
    /** The known values of an open enum in a response. */
    known?: readonly string[];
    /** The type prefix the contract expects of an id in a response. */
    prefix?: string;
    /** The text form the contract expects in a response. */
    form?: 'date-time' | 'date';
    /** What a number counts. */
    unit?: Unit;
    /** The service's default for a field that is left out. */
    default?: string | number | boolean;
    /** The object accepts fields of any name; they are not drift. */
    free?: true;
    /** How a list response comes: page by page, or as a whole. */
    list?: 'paged' | 'whole';
  }
}

/** Marks a field whose value must never be shown. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), secret: true }) as Schema;
}

/** Makes a request field optional and records the service's default. */
export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: string | number | boolean,
): z.ZodOptional<Schema> {
  return schema.optional().meta({ default: value });
}
