import * as z from 'zod';
import { country, date, secret, text } from '../primitives.ts';
import {
  monthlyTransactionCounts,
  monthlyTransactionVolumes,
  purposesOfAccount,
} from './customer-values.ts';

export const entityTypes = [
  'SOLE_PROPRIETORSHIP',
  'PARTNERSHIP',
  'LLC',
  'CORPORATION',
  'S_CORPORATION',
  'NON_PROFIT',
  'PUBLICLY_LISTED_COMPANY',
  'TRUST',
  'PRIVATE_FOUNDATION',
  'CHARITY',
  'OTHER',
] as const;

export const businessSourceOfFundsCategories = [
  'OPERATING_REVENUE',
  'INVESTMENT_INCOME',
  'LOANS',
  'VENTURE_CAPITAL',
  'PERSONAL_SAVINGS',
  'DONATIONS',
  'OTHER',
] as const;

const description = z.string().min(1).max(500).optional();

/** Fields of a business customer's `businessInfo`, all optional. */
export const businessInfoFields = {
  legalName: text.optional(),
  doingBusinessAs: z.string().optional(),
  country: country.optional(),
  registrationNumber: z.string().optional(),
  incorporatedOn: date.optional(),
  entityType: z.enum(entityTypes).optional(),
  taxId: secret(z.string()).optional(),
  countriesOfOperation: z.array(country).optional(),
  businessType: z.string().optional(),
  purposeOfAccount: z.enum(purposesOfAccount).optional(),
  purposeOfAccountOtherDescription: description,
  sourceOfFunds: z.string().optional(),
  sourceOfFundsCategories: z.array(z.enum(businessSourceOfFundsCategories)).optional(),
  sourceOfFundsOtherDescription: description,
  expectedMonthlyTransactionCount: z.enum(monthlyTransactionCounts).optional(),
  expectedMonthlyTransactionVolume: z.enum(monthlyTransactionVolumes).optional(),
  expectedRecipientJurisdictions: z.array(country).optional(),
  expectedCounterpartyCountries: z.array(country).optional(),
  naicsCode: z
    .string()
    .regex(/^\d{2,6}$/, 'expected 2 to 6 digits')
    .optional(),
};
