import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import type { InputIssue } from '../../format/operation.ts';
import { country, date, phoneNumber, text } from '../../format/request-values.ts';
import { businessInfo } from './business-info.ts';
import {
  annualIncomeRanges,
  kycStatuses,
  monthlyTransactionCounts,
  monthlyTransactionVolumes,
  netWorthRanges,
  pepStatuses,
  purposesOfAccount,
  sourceOfFundsCategories,
  sourceOfWealthCategories,
  taxIdTypes,
} from './values.ts';

/** A postal address in a request. */
export const address = z.strictObject({
  line1: text,
  line2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postalCode: text,
  /** ISO 3166-1 alpha-2. */
  country,
});

export const commonCustomerFields = {
  /** Replaces the whole list. ISO 4217 codes, tickers for crypto. */
  currencies: z.array(text).optional(),
  /** Also moves every tied EMAIL_OTP credential, and then needs the signed retry. Not with `phoneNumber`. */
  email: text.optional(),
  /** Strict E.164. Also moves every tied SMS_OTP credential, and then needs the signed retry. */
  phoneNumber: phoneNumber.optional(),
  umaAddress: text.optional(),
  address: address.optional(),
};

export const individualCustomerFields = {
  kycStatus: z.enum(kycStatuses).optional(),
  fullName: text.optional(),
  /** `YYYY-MM-DD` */
  birthDate: date.optional(),
  nationality: country.optional(),
  taxIdType: z.enum(taxIdTypes).optional(),
  /** The tax number; `###-##-####` for an SSN. */
  taxIdentifier: secret(text).optional(),
  /** Required when `taxIdType` is `NON_US_TAX_ID`. */
  taxIdCountryOfIssuance: country.optional(),
  sourceOfFundsCategories: z.array(z.enum(sourceOfFundsCategories)).optional(),
  /** Required when the categories include `OTHER`. */
  sourceOfFundsOtherDescription: text.optional(),
  sourceOfWealthCategories: z.array(z.enum(sourceOfWealthCategories)).optional(),
  /** Required when the categories include `OTHER`. */
  sourceOfWealthOtherDescription: text.optional(),
  purposeOfAccount: z.enum(purposesOfAccount).optional(),
  /** Required when the purpose is `OTHER`. */
  purposeOfAccountOtherDescription: text.optional(),
  expectedMonthlyTransactionCount: z.enum(monthlyTransactionCounts).optional(),
  expectedMonthlyTransactionVolume: z.enum(monthlyTransactionVolumes).optional(),
  annualIncomeRange: z.enum(annualIncomeRanges).optional(),
  netWorthRange: z.enum(netWorthRanges).optional(),
  pepStatus: z.enum(pepStatuses).optional(),
};

export const kybStatus = z.enum(kycStatuses);

export const businessCustomerFields = {
  kybStatus: kybStatus.optional(),
  businessInfo: businessInfo.optional(),
};

const individualShape = z.strictObject({
  customerType: z.literal('INDIVIDUAL').optional(),
  ...commonCustomerFields,
  ...individualCustomerFields,
});
const businessShape = z.strictObject({
  customerType: z.literal('BUSINESS').optional(),
  ...commonCustomerFields,
  ...businessCustomerFields,
});

/** Fields to change on an individual customer. */
export interface IndividualCustomerUpdate extends z.input<typeof individualShape> {}
/** Fields to change on a business customer. */
export interface BusinessCustomerUpdate extends z.input<typeof businessShape> {}
export type CustomerUpdate = IndividualCustomerUpdate | BusinessCustomerUpdate;

const anyShape = z.strictObject({
  customerType: z.enum(['INDIVIDUAL', 'BUSINESS']).optional(),
  ...commonCustomerFields,
  ...individualCustomerFields,
  ...businessCustomerFields,
});
type AnyUpdate = z.output<typeof anyShape>;

const SSN = /^\d{3}-\d{2}-\d{4}$/;

function otherNeedsText(
  chosen: readonly string[] | string | undefined,
  description: string | undefined,
  path: string,
): InputIssue[] {
  const hasOther = chosen === 'OTHER' || (Array.isArray(chosen) && chosen.includes('OTHER'));
  if (!hasOther || description !== undefined) return [];
  return [{ path, message: 'is required when OTHER is chosen' }];
}

function mixedVariants(update: AnyUpdate): InputIssue[] {
  const business = Object.keys(businessCustomerFields).filter((key) => key in update);
  const individual = Object.keys(individualCustomerFields).filter((key) => key in update);
  const isBusiness =
    update.customerType === 'BUSINESS' ||
    (update.customerType === undefined && business.length > 0);
  const foreign = isBusiness ? individual : business;
  const variant = isBusiness ? 'a business' : 'an individual';
  return foreign.map((path) => ({ path, message: `is not a field of ${variant} customer` }));
}

/** Finds fields of a customer that contradict each other or lack what another one requires. */
export function customerFieldIssues(update: AnyUpdate): InputIssue[] {
  const info = update.businessInfo;
  const issues = [
    ...mixedVariants(update),
    ...otherNeedsText(
      update.sourceOfFundsCategories,
      update.sourceOfFundsOtherDescription,
      'sourceOfFundsOtherDescription',
    ),
    ...otherNeedsText(
      update.sourceOfWealthCategories,
      update.sourceOfWealthOtherDescription,
      'sourceOfWealthOtherDescription',
    ),
    ...otherNeedsText(
      update.purposeOfAccount,
      update.purposeOfAccountOtherDescription,
      'purposeOfAccountOtherDescription',
    ),
    ...otherNeedsText(
      info?.purposeOfAccount,
      info?.purposeOfAccountOtherDescription,
      'businessInfo.purposeOfAccountOtherDescription',
    ),
    ...otherNeedsText(
      info?.sourceOfFundsCategories,
      info?.sourceOfFundsOtherDescription,
      'businessInfo.sourceOfFundsOtherDescription',
    ),
  ];
  if (update.taxIdType === 'NON_US_TAX_ID' && update.taxIdCountryOfIssuance === undefined) {
    issues.push({ path: 'taxIdCountryOfIssuance', message: 'is required for NON_US_TAX_ID' });
  }
  if (
    update.taxIdType === 'SSN' &&
    update.taxIdentifier !== undefined &&
    !SSN.test(update.taxIdentifier)
  ) {
    issues.push({ path: 'taxIdentifier', message: 'expected ###-##-#### for an SSN' });
  }
  return issues;
}

function updateIssues(update: AnyUpdate): InputIssue[] {
  const issues = customerFieldIssues(update);
  if (update.email !== undefined && update.phoneNumber !== undefined) {
    issues.push({ path: 'phoneNumber', message: 'cannot be changed together with email' });
  }
  return issues;
}

/** The body of a customer update, of either variant. */
export const CustomerUpdate = anyShape.superRefine((update, context) => {
  for (const { path, message } of updateIssues(update)) {
    context.addIssue({ code: 'custom', path: path.split('.'), message });
  }
}) as unknown as z.ZodType<CustomerUpdate, CustomerUpdate>;
