import type * as z from 'zod/mini';

/**
 * What a number of a row counts. For an amount, the second part names the currency: a field beside it
 * or above it (`sendingCurrency`), or the side whose currency it is (`account`, `card`).
 */
export type Unit =
  | `minorUnits of ${string}`
  /** Units of the sending currency for one unit of the receiving currency. */
  | 'sendingPerReceiving'
  /** Hundredths of a percent. */
  | 'basisPoints'
  | 'percent'
  /** A part of a whole: 0.005 is half a percent. */
  | 'share'
  | 'seconds'
  | 'count'
  | 'characters'
  /** Decimal places of a currency's smallest unit. */
  | 'decimals'
  | 'month'
  | 'year'
  | 'httpStatus';

declare module 'zod/v4/core' {
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

/** The text forms that the contract expects in a response. */
export const textForms = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
} as const;

/** The part of zod's registry that is read. */
interface Registry {
  get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined;
}

let registry: Registry | undefined;

/**
 * Names the registry, once something is recorded in it: what only reads does not load zod, which is
 * loaded with the first area that is used.
 */
export function readFrom(found: Registry): void {
  registry = found;
}

/** Returns what is recorded of a schema. */
export function metaOf(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
  return registry?.get(schema);
}
