import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { country, date } from '../../format/request-forms.ts';
import { text } from '../../format/request-values.ts';
import {
  businessSourceOfFundsCategories,
  businessTypes,
  entityTypes,
  monthlyTransactionCounts,
  monthlyTransactionVolumes,
  purposesOfAccount,
} from './values.ts';

const description = z.optional(z.string().check(z.minLength(1), z.maxLength(500)));

/** Fields of `businessInfo` that a creation must have. */
const identityFields = {
  /** The registered name. */
  legalName: text,
  /** Country of registration, ISO 3166-1 alpha-2. */
  country,
  /** Date of incorporation, `YYYY-MM-DD`. */
  incorporatedOn: date,
  /** The tax number. */
  taxId: secret(text),
};

const otherFields = {
  /** The name the business trades under, if it differs. */
  doingBusinessAs: z.optional(z.string()),
  /** Number in the register of companies. The sandbox decides by its last three digits. */
  registrationNumber: z.optional(z.string()),
  /** Legal form. */
  entityType: z.optional(z.enum(entityTypes)),
  /** Countries the business operates in, ISO 3166-1 alpha-2. */
  countriesOfOperation: z.optional(z.array(country)),
  /** The industry, by the two-digit groups of NAICS. */
  businessType: z.optional(z.enum(businessTypes)),
  /** What the account is for. */
  purposeOfAccount: z.optional(z.enum(purposesOfAccount)),
  /** The purpose in words; required when the purpose is `OTHER`. */
  purposeOfAccountOtherDescription: description,
  /** Where the money comes from, in free text. */
  sourceOfFunds: z.optional(z.string()),
  /** Where the money comes from, by category. */
  sourceOfFundsCategories: z.optional(z.array(z.enum(businessSourceOfFundsCategories))),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfFundsOtherDescription: description,
  /** Payments expected in a month. */
  expectedMonthlyTransactionCount: z.optional(z.enum(monthlyTransactionCounts)),
  /** Volume expected in a month, in US dollars or their equivalent. */
  expectedMonthlyTransactionVolume: z.optional(z.enum(monthlyTransactionVolumes)),
  /** Countries payments will go to, ISO 3166-1 alpha-2. */
  expectedRecipientJurisdictions: z.optional(z.array(country)),
  /** Countries of the other parties, ISO 3166-1 alpha-2. */
  expectedCounterpartyCountries: z.optional(z.array(country)),
  /** Industry code, 2 to 6 digits. */
  naicsCode: z.optional(z.string().check(z.regex(/^\d{2,6}$/, 'expected 2 to 6 digits'))),
  /** First name of the person to contact. */
  primaryContactFirstName: z.optional(z.string().check(z.maxLength(250))),
  /** Last name of the person to contact. */
  primaryContactLastName: z.optional(z.string().check(z.maxLength(250))),
};

/** `businessInfo` in an update: every field is optional. */
export const businessInfo = z.partial(strictObject({ ...identityFields, ...otherFields }));

/** `businessInfo` in a creation: legal name, country, date of incorporation and tax number are required. */
export const businessInfoCreate = strictObject({ ...identityFields, ...otherFields });
