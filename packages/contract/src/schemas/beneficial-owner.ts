import * as z from 'zod';
import {
  country,
  date,
  dateTime,
  id,
  integer,
  openEnum,
  phoneNumber,
  resource,
  secret,
  text,
} from '../primitives.ts';
import { addressFields } from './customer-update.ts';
import { kycStatuses, taxIdTypes } from './customer-values.ts';

export const beneficialOwnerRoles = [
  'UBO',
  'DIRECTOR',
  'COMPANY_OFFICER',
  'CONTROL_PERSON',
  'TRUSTEE',
  'GENERAL_PARTNER',
] as const;

/** A person, in a request that adds an owner. */
export const ownerPersonalInfo = z.strictObject({
  firstName: text,
  middleName: z.string().optional(),
  lastName: text,
  birthDate: date,
  nationality: country,
  email: z.email('expected an e-mail address').optional(),
  phoneNumber: phoneNumber.optional(),
  address: z.strictObject(addressFields),
  taxIdType: z.enum(taxIdTypes),
  /** The tax number. */
  taxIdentifier: secret(text),
  taxIdCountryOfIssuance: country.optional(),
});

const beneficialOwnerShape = resource({
  id: id('BeneficialOwner'),
  customerId: id('Customer'),
  roles: z.array(openEnum(beneficialOwnerRoles)),
  /** Whole percent, 0 to 100. */
  ownershipPercentage: integer,
  personalInfo: resource({
    firstName: z.string(),
    middleName: z.string().optional(),
    lastName: z.string(),
    birthDate: z.string(),
    nationality: z.string(),
    email: z.string().optional(),
    phoneNumber: z.string().optional(),
    address: resource(addressFields).partial(),
    taxIdType: openEnum(taxIdTypes),
    taxIdentifier: secret(z.string()),
    taxIdCountryOfIssuance: z.string().optional(),
  }),
  kycStatus: openEnum(kycStatuses),
  createdAt: dateTime,
  updatedAt: dateTime.optional(),
});

/** A person who owns or controls a business customer. */
export interface BeneficialOwner extends z.output<typeof beneficialOwnerShape> {}
export const BeneficialOwner: z.ZodType<BeneficialOwner> = beneficialOwnerShape;
