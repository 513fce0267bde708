import * as z from 'zod/mini';

/** An ISO 8601 date and time with an offset; the date must exist. */
export const dateTime = z.iso.datetime({
  offset: true,
  error: 'expected an ISO 8601 date-time with an offset, such as 2026-01-05T09:00:00Z',
});

/** A date that exists, `YYYY-MM-DD`. */
export const date = z.iso.date('expected a date, YYYY-MM-DD');

/** An ISO 3166-1 alpha-2 country code. */
export const country = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/, 'expected a two-letter country code'));

/** A phone number in strict E.164 form. */
export const phoneNumber = z
  .string()
  .check(
    z.regex(/^\+[1-9]\d{1,14}$/, 'expected a phone number in E.164 form, such as +14155550123'),
  );

/** Bytes as base64url text without padding. */
export const base64url = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]+$/, 'expected base64url without padding'));

/** Uncompressed SEC1 P-256 public key, 130 hex characters. */
export const clientPublicKey = z
  .string()
  .check(
    z.regex(
      /^04[0-9a-fA-F]{128}$/,
      'expected an uncompressed P-256 public key: 04 and 128 hex digits',
    ),
  );

/** An e-mail address: text on each side of an `@`. The service decides whether it accepts mail. */
export const emailAddress = z
  .string()
  .check(z.regex(/^[^\r\n]+@[^\s@]+$/, 'expected an e-mail address, such as ada@example.com'));
