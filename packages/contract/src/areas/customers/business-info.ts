import * as z from 'zod';
import { secret } from '../../format/meta.ts';
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

const description = z.string().min(1).max(500).optional();

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
  doingBusinessAs: z.string().optional(),
  /** Number in the register of companies. The sandbox decides by its last three digits. */
  registrationNumber: z.string().optional(),
  /** Legal form. */
  entityType: z.enum(entityTypes).optional(),
  /** Countries the business operates in, ISO 3166-1 alpha-2. */
  countriesOfOperation: z.array(country).optional(),
  /** The industry, by the two-digit groups of NAICS. */
  businessType: z.enum(businessTypes).optional(),
  /** What the account is for. */
  purposeOfAccount: z.enum(purposesOfAccount).optional(),
  /** The purpose in words; required when the purpose is `OTHER`. */
  purposeOfAccountOtherDescription: description,
  /** Where the money comes from, in free text. */
  sourceOfFunds: z.string().optional(),
  /** Where the money comes from, by category. */
  sourceOfFundsCategories: z.array(z.enum(businessSourceOfFundsCategories)).optional(),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfFundsOtherDescription: description,
  /** Payments expected in a month. */
  expectedMonthlyTransactionCount: z.enum(monthlyTransactionCounts).optional(),
  /** Volume expected in a month, in US dollars or their equivalent. */
  expectedMonthlyTransactionVolume: z.enum(monthlyTransactionVolumes).optional(),
  /** Countries payments will go to, ISO 3166-1 alpha-2. */
  expectedRecipientJurisdictions: z.array(country).optional(),
  /** Countries of the other parties, ISO 3166-1 alpha-2. */
  expectedCounterpartyCountries: z.array(country).optional(),
  /** Industry code, 2 to 6 digits. */
  naicsCode: z
    .string()
    .regex(/^\d{2,6}$/, 'expected 2 to 6 digits')
    .optional(),
  /** First name of the person to contact. */
  primaryContactFirstName: z.string().max(250).optional(),
  /** Last name of the person to contact. */
  primaryContactLastName: z.string().max(250).optional(),
};

/** `businessInfo` in an update: every field is optional. */
export const businessInfo = z.strictObject({ ...identityFields, ...otherFields }).partial();

/** `businessInfo` in a creation: legal name, country, date of incorporation and tax number are required. */
export const businessInfoCreate = z.strictObject({ ...identityFields, ...otherFields });
