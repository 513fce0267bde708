import * as z from 'zod/mini';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import type { InputIssue } from '../../format/operation.ts';
import { country, date, emailAddress, phoneNumber } from '../../format/request-forms.ts';
import { integer, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';
import { address } from '../customers/update-schemas.ts';
import { kycStatuses, taxIdTypes } from '../customers/values.ts';

export const beneficialOwnerRoles = [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
] as const;

const personalFields = {
  /** First name, as on an identity document. */
  firstName: text,
  /** Middle names, as on an identity document. */
  middleName: z.optional(z.string()),
  /** Last name, as on an identity document. The sandbox decides by its last three characters. */
  lastName: text,
  /** Date of birth, `YYYY-MM-DD`. */
  birthDate: date,
  /** Country of citizenship, ISO 3166-1 alpha-2. */
  nationality: country,
  /** E-mail address for questions about the verification. */
  email: z.optional(emailAddress),
  /** Phone number, strict E.164. */
  phoneNumber: z.optional(phoneNumber),
  /** Where the person lives. */
  address,
  /** Which kind of number `identifier` is. */
  idType: z.enum(taxIdTypes),
  /** The tax number; `###-##-####` for an SSN. */
  identifier: secret(text),
  /** The country that issued the number, ISO 3166-1 alpha-2; required for `NON_US_TAX_ID`. */
  countryOfIssuance: z.optional(country),
};

type Identification = Readonly<{
  idType?: string | undefined;
  identifier?: string | undefined;
  countryOfIssuance?: string | undefined;
}>;

const SSN = /^\d{3}-\d{2}-\d{4}$/;

/** Finds personal details that contradict each other, and missing ones that another detail requires. */
export function ownerPersonalInfoIssues(person: Identification): InputIssue[] {
  const { idType, identifier = '', countryOfIssuance } = person;
  if (idType === 'NON_US_TAX_ID' && countryOfIssuance === undefined) {
    return [{ path: 'countryOfIssuance', message: 'is required for NON_US_TAX_ID' }];
  }
  if (idType === 'SSN' && !SSN.test(identifier)) {
    return [{ path: 'identifier', message: 'expected ###-##-#### for an SSN' }];
  }
  return [];
}

/** A person, in a request that adds an owner. */
export const ownerPersonalInfo = strictObject(personalFields).check(
  z.superRefine((person, context) => {
    for (const { path, message } of ownerPersonalInfoIssues(person)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  }),
);

/** Personal details to change. Fields that are left out stay unchanged. */
export const ownerPersonalInfoUpdate = z.partial(strictObject(personalFields));

const beneficialOwnerShape = resource({
  /** `BeneficialOwner:<id>`, assigned by the service. */
  id: id('BeneficialOwner'),
  /** The business. */
  customerId: id('Customer'),
  /** The person's roles in the business. */
  roles: z.array(openEnum(beneficialOwnerRoles)),
  /** The person's share of the business in whole percent, 0 to 100. */
  ownershipPercentage: inUnit(integer, 'percent'),
  /** The person's details. */
  personalInfo: resource({
    ...responseFields(personalFields),
    /** First name, as on an identity document. */
    firstName: z.string(),
    /** Last name, as on an identity document. */
    lastName: z.string(),
    /** Where the person lives. */
    address: responseOf(address),
  }),
  /** Status of the person's verification. */
  kycStatus: openEnum(kycStatuses),
  /** When the owner was added. */
  createdAt: timestamp,
  /** When the owner last changed. */
  updatedAt: z.optional(timestamp),
});

/** A person who owns or controls a business customer. */
export interface BeneficialOwner extends z.output<typeof beneficialOwnerShape> {}
export const BeneficialOwner: z.ZodMiniType<BeneficialOwner> = beneficialOwnerShape;
