import * as z from 'zod/mini';
import { text } from '../../format/request-values.ts';

/** Returns the schema of text of a fixed form. */
export function pattern(form: RegExp) {
  return z.string().check(z.regex(form, `expected the form ${form.source}`));
}

/** Returns the schema of non-empty text with a maximum length. */
export function upTo(length: number) {
  return z.string().check(z.minLength(1), z.maxLength(length));
}

export { text };

/** Bank code of 8 or 11 characters (BIC). */
export const swiftCode = pattern(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
/** International bank account number, without spaces. */
export const iban = pattern(/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/);
export const accountNumber = upTo(34);
export const bankName = upTo(255);
export const branchCode = pattern(/^[0-9]{5}$/);
/** With the country code, such as `+8801712345678`. */
export const phoneNumber = pattern(/^\+[0-9]{6,14}$/);
/** The provider of the mobile wallet. */
export const provider = upTo(255);
export const bankAccountType = z.enum(['CHECKING', 'SAVINGS']);
/** The address on the blockchain. */
export const address = text;
/** The provider that holds the wallet, if the owner does not hold it. */
export const vaspName = text;
