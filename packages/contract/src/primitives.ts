import * as z from 'zod';

/** An enum read from an answer: the known values, and any later one. */
export type Open<Value extends string> = Value | (string & {});

declare module 'zod' {
  interface GlobalMeta {
    /** The value must never be shown: it is masked in logs, errors, spans and inspection. */
    secret?: true;
    /** The values the contract knows of an open enum. */
    known?: readonly string[];
  }
}

/** Marks a field whose value must never be shown. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ secret: true }) as Schema;
}

/** A string enum of an answer. Unknown values pass and are reported as drift. */
export function openEnum<const Value extends string>(
  known: readonly Value[],
): z.ZodType<Open<Value>> {
  return z.string().meta({ known }) as unknown as z.ZodType<Open<Value>>;
}

/** Whether a value of an open enum is one the contract knows; narrows it to the closed union. */
export function isKnown<const Value extends string>(
  known: readonly Value[],
  value: string,
): value is Value {
  return (known as readonly string[]).includes(value);
}

/** An object of an answer: fields the contract does not know are kept. */
export function resource<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/** An id of an answer: `` `Card:${string}` ``. */
export function id<Prefix extends string>(prefix: Prefix): z.ZodType<`${Prefix}:${string}`> {
  return z.string().startsWith(`${prefix}:`) as unknown as z.ZodType<`${Prefix}:${string}`>;
}

/**
 * An id of a request: any string with one of the prefixes and at least one character behind it.
 */
export function requestId(...prefixes: [string, ...string[]]): z.ZodType<string, string> {
  const expected = prefixes.map((prefix) => `${prefix}:<id>`).join(' or ');
  return z
    .string()
    .refine(
      (text) => prefixes.some((prefix) => text.startsWith(`${prefix}:`) && text !== `${prefix}:`),
      { error: `expected an id of the form ${expected}` },
    );
}

const dateTimePattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** An ISO 8601 date and time with an offset. */
export const dateTime = z.string().regex(dateTimePattern, 'expected an ISO 8601 date-time');

/** A date, `YYYY-MM-DD`. */
export const date = z.iso.date('expected a date, YYYY-MM-DD');

/** An ISO 3166-1 alpha-2 country code. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'expected a two-letter country code');

/** A phone number in strict E.164 form. */
export const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, 'expected a phone number in E.164 form, such as +14155550123');

/** Bytes as base64url text without padding. */
export const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/, 'expected base64url without padding');

/** Uncompressed SEC1 P-256 public key, 130 hex characters. */
export const clientPublicKey = z
  .string()
  .regex(
    /^04[0-9a-fA-F]{128}$/,
    'expected an uncompressed P-256 public key: 04 and 128 hex digits',
  );

/** A whole number that a JavaScript number holds exactly. */
export const integer = z.int();

/** Text with something in it. */
export const text = z.string().min(1);
