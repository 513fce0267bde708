import * as z from 'zod';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { secret } from '../../format/meta.ts';
import type { InputIssue } from '../../format/operation.ts';
import { country, date, integer, phoneNumber, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
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
  firstName: text,
  middleName: z.string().optional(),
  lastName: text,
  /** `YYYY-MM-DD` */
  birthDate: date,
  /** ISO 3166-1 alpha-2. */
  nationality: country,
  email: text.optional(),
  /** Strict E.164. */
  phoneNumber: phoneNumber.optional(),
  address,
  /** Which kind of number `identifier` is. */
  idType: z.enum(taxIdTypes),
  /** The tax number; `###-##-####` for an SSN. */
  identifier: secret(text),
  /** ISO 3166-1 alpha-2; required when `idType` is `NON_US_TAX_ID`. */
  countryOfIssuance: country.optional(),
};

type Identification = Readonly<{
  idType?: string | undefined;
  countryOfIssuance?: string | undefined;
}>;

function identificationIssues({ idType, countryOfIssuance }: Identification): InputIssue[] {
  if (idType !== 'NON_US_TAX_ID' || countryOfIssuance !== undefined) return [];
  return [{ path: 'countryOfIssuance', message: 'is required for NON_US_TAX_ID' }];
}

/** A person, in a request that adds an owner. */
export const ownerPersonalInfo = z.strictObject(personalFields).superRefine((person, context) => {
  for (const { path, message } of identificationIssues(person)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
});

/** Personal details to change; what is left out stays. */
export const ownerPersonalInfoUpdate = z.strictObject(personalFields).partial();

const beneficialOwnerShape = resource({
  id: id('BeneficialOwner'),
  /** The business. */
  customerId: id('Customer'),
  roles: z.array(openEnum(beneficialOwnerRoles)),
  /** Whole percent, 0 to 100. */
  ownershipPercentage: integer,
  personalInfo: resource({
    ...responseFields(personalFields),
    firstName: z.string(),
    lastName: z.string(),
    address: responseOf(address),
  }),
  kycStatus: openEnum(kycStatuses),
  createdAt: timestamp,
  updatedAt: timestamp.optional(),
});

/** A person who owns or controls a business customer. */
export interface BeneficialOwner extends z.output<typeof beneficialOwnerShape> {}
export const BeneficialOwner: z.ZodType<BeneficialOwner> = beneficialOwnerShape;
