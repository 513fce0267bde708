import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { country, date } from '../../format/request-forms.ts';
import { text } from '../../format/request-values.ts';
import { type AddressInput, address } from '../customers/update-schemas.ts';

/** Details of a person who receives money. The account's type decides which are required. */
const personFields = {
  /** Date of birth, `YYYY-MM-DD`. */
  birthDate: date,
  /** ISO 3166-1 alpha-2. */
  nationality: country,
  /** E-mail address. */
  email: text,
  /** Phone number in E.164 form, such as `+14155550123`. */
  phoneNumber: text,
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: country,
  /** Where the person lives. */
  address,
};

/** A detail of a person that a type of account may need. */
export type PersonField = keyof typeof personFields;

type PersonInput = {
  [Field in keyof typeof personFields]: Field extends 'address'
    ? AddressInput
    : z.input<(typeof personFields)[Field]>;
};
type Optional<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined };

const businessShape = strictObject({
  /** Whether the money goes to a person or a business. */
  beneficiaryType: z.literal('BUSINESS'),
  /** Name in the register. */
  legalName: text,
  /** Number in the register. */
  registrationNumber: z.optional(text),
  /** Tax number of the business. */
  taxId: z.optional(secret(text)),
  /** E-mail address. */
  email: z.optional(text),
  /** Phone number in E.164 form, such as `+14155550123`. */
  phoneNumber: z.optional(text),
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: z.optional(country),
  /** Registered address. */
  address: z.optional(address),
});

/** A business that receives money. */
export interface BusinessBeneficiary extends z.input<typeof businessShape> {}

/** A person who receives money, with the details a type of account needs. */
export type PersonBeneficiary<Needed extends PersonField> = {
  /** Whether the money goes to a person or a business. */
  beneficiaryType: 'INDIVIDUAL';
  /** First and last name, as registered with the bank. */
  fullName: string;
} & Pick<PersonInput, Needed> &
  Optional<Omit<PersonInput, Needed>>;

/** A person who receives money; only the name is required. */
export interface IndividualBeneficiary extends PersonBeneficiary<never> {}

const named = {
  /** Whether the money goes to a person or a business. */
  beneficiaryType: z.literal('INDIVIDUAL'),
  /** First and last name, as registered with the bank. */
  fullName: text,
};

const walletPersonShape = strictObject({
  ...named,
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: country,
});

/** A person who receives money on a blockchain: the name and the country alone. */
export interface WalletBeneficiary extends z.input<typeof walletPersonShape> {}

/** Returns the schema of a person or business that receives money on a blockchain. */
export function walletBeneficiary() {
  return z.discriminatedUnion('beneficiaryType', [walletPersonShape, businessShape]);
}

/**
 * Returns the schema of a person or business that receives money.
 *
 * @param details further details of a person
 */
export function beneficiary(needed: readonly PersonField[], details: z.core.$ZodLooseShape = {}) {
  const fields = Object.entries(personFields).map(([name, schema]) => [
    name,
    needed.includes(name as PersonField) ? schema : z.optional(schema),
  ]);
  const person = strictObject({ ...named, ...Object.fromEntries(fields), ...details });
  return z.discriminatedUnion('beneficiaryType', [person, businessShape]);
}
