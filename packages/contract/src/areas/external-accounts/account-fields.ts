import * as z from 'zod/mini';

/** Returns the schema of text of a fixed form. */
export function pattern(form: RegExp) {
  return z.string().check(z.regex(form, `expected the form ${form.source}`));
}

/** Returns the schema of non-empty text with a maximum length. */
export function upTo(length: number) {
  return z.string().check(z.minLength(1), z.maxLength(length));
}

/** The fields that several types of account have. */
const common = {
  /** Number of the account. */
  accountNumber: upTo(34),
  /** Checking or savings account. */
  bankAccountType: z.enum(['CHECKING', 'SAVINGS']),
  /** Name of the bank. */
  bankName: upTo(255),
  /** Code of the branch, 5 digits. */
  branchCode: pattern(/^[0-9]{5}$/),
  /** International bank account number, without spaces. */
  iban: pattern(/^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/),
  /** Phone number of the mobile wallet, with the country code. */
  phoneNumber: pattern(/^\+[0-9]{6,14}$/),
  /** The provider of the mobile wallet. */
  provider: upTo(255),
  /** Code of the bank (BIC), 8 or 11 characters. */
  swiftCode: pattern(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
};

type Common = typeof common;
type CommonName = keyof Common;
type Optional = { [Name in keyof Common]: z.ZodMiniOptional<Common[Name]> };
type OfForm<Fields> = { [Name in keyof Fields]: z.ZodMiniString<string> };

function picked(names: readonly CommonName[], change = (schema: z.ZodMiniType) => schema) {
  return Object.fromEntries(names.map((name) => [name, change(common[name])])) as never;
}

/** Common fields that a type of account requires. */
export function required<Name extends CommonName>(...names: Name[]): Pick<Common, Name> {
  return picked(names);
}

/** Common fields that may be left out. */
export function optional<Name extends CommonName>(...names: Name[]): Pick<Optional, Name> {
  return picked(names, (schema) => z.optional(schema));
}

/** Common fields that a type of account requires in a form of its own. */
export function ofForm<Forms extends { readonly [Name in CommonName]?: RegExp }>(
  forms: Forms,
): OfForm<Pick<Common, keyof Forms & CommonName>> {
  const schemas = Object.entries(forms).map(([name, form]) => [name, pattern(form as RegExp)]);
  return Object.fromEntries(schemas);
}

/** Declares a type of account that rails reach: its currency, rails, fields, and required details of a person. */
export function reachedBy<
  const Currency extends string,
  const Rails extends readonly string[],
  Fields extends z.core.$ZodLooseShape,
  const Person extends readonly string[] = readonly [],
>(currency: Currency, rails: Rails, fields: Fields, person: Person = [] as never) {
  return { currency, rails, fields, person };
}
