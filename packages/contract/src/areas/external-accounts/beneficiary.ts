import * as z from 'zod';
import { country, text } from '../../format/request-values.ts';
import { address } from '../customers/update-schemas.ts';

/** What is known of a person who receives money; which of it an account needs depends on its type. */
const personFields = {
  /** `YYYY-MM-DD` */
  birthDate: text,
  /** ISO 3166-1 alpha-2. */
  nationality: country,
  email: text,
  phoneNumber: text,
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: country,
  address,
};

/** A detail of a person that a type of account may need. */
export type PersonField = keyof typeof personFields;

type PersonInput = { [Field in PersonField]: z.input<(typeof personFields)[Field]> };

const businessShape = z.strictObject({
  beneficiaryType: z.literal('BUSINESS'),
  legalName: text,
  registrationNumber: text.optional(),
  taxId: text.optional(),
  email: text.optional(),
  phoneNumber: text.optional(),
  /** ISO 3166-1 alpha-2. */
  countryOfResidence: country.optional(),
  address: address.optional(),
});

/** A business that receives money. */
export interface BusinessBeneficiary extends z.input<typeof businessShape> {}

/** A person who receives money, with the details a type of account needs. */
export type PersonBeneficiary<Needed extends PersonField> = {
  beneficiaryType: 'INDIVIDUAL';
  fullName: string;
} & Pick<PersonInput, Needed> &
  Partial<Omit<PersonInput, Needed>>;

/** The schema of a person or business that receives money. */
export function beneficiary(needed: readonly PersonField[]) {
  const fields = Object.entries(personFields).map(([name, schema]) => [
    name,
    needed.includes(name as PersonField) ? schema : schema.optional(),
  ]);
  const person = z.strictObject({
    beneficiaryType: z.literal('INDIVIDUAL'),
    fullName: text,
    ...Object.fromEntries(fields),
  });
  return z.discriminatedUnion('beneficiaryType', [person, businessShape]);
}
