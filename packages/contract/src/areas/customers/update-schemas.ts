import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import type { InputIssue } from '../../format/operation.ts';
import { country, date, emailAddress, phoneNumber } from '../../format/request-forms.ts';
import { text } from '../../format/request-values.ts';
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
  /** Street and number. */
  line1: text,
  /** Flat, floor or building. */
  line2: z.string().optional(),
  /** Town or city. */
  city: z.string().optional(),
  /** State, province or region. */
  state: z.string().optional(),
  /** Postal code, ZIP code in the United States. */
  postalCode: text,
  /** ISO 3166-1 alpha-2. */
  country,
});

/** The address of a person or a business, as it is sent. */
export interface AddressInput extends z.input<typeof address> {}

export const commonCustomerFields = {
  /**
   * The currencies the customer uses: ISO 4217 codes, tickers for crypto. Replaces the whole list.
   */
  currencies: z.array(text).optional(),
  /**
   * E-mail address. A change also moves every tied EMAIL_OTP credential, and then needs the signed
   * retry. Cannot be combined with `phoneNumber`.
   */
  email: emailAddress.optional(),
  /**
   * Phone number, strict E.164. A change also moves every tied SMS_OTP credential, and then needs
   * the signed retry.
   */
  phoneNumber: phoneNumber.optional(),
  /** Address for payments by UMA, such as `$ada@example.com`; no two customers share one. */
  umaAddress: text.optional(),
  /** Where the customer lives, or the business has its principal place. */
  address: address.optional(),
};

export const individualCustomerFields = {
  /** Status of identity verification; the service sets it as well. */
  kycStatus: z.enum(kycStatuses).optional(),
  /** First, middle and last names as on an identity document. */
  fullName: text.optional(),
  /** Date of birth, `YYYY-MM-DD`. */
  birthDate: date.optional(),
  /** Country of citizenship, ISO 3166-1 alpha-2. */
  nationality: country.optional(),
  /** Which kind of number `taxIdentifier` is. */
  taxIdType: z.enum(taxIdTypes).optional(),
  /** The tax number; `###-##-####` for an SSN. */
  taxIdentifier: secret(text).optional(),
  /** The country that issued the number, ISO 3166-1 alpha-2; required for `NON_US_TAX_ID`. */
  taxIdCountryOfIssuance: country.optional(),
  /** Where incoming money comes from. */
  sourceOfFundsCategories: z.array(z.enum(sourceOfFundsCategories)).optional(),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfFundsOtherDescription: text.optional(),
  /** The sources of the customer's wealth. */
  sourceOfWealthCategories: z.array(z.enum(sourceOfWealthCategories)).optional(),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfWealthOtherDescription: text.optional(),
  /** What the account is for. */
  purposeOfAccount: z.enum(purposesOfAccount).optional(),
  /** The purpose in words; required when the purpose is `OTHER`. */
  purposeOfAccountOtherDescription: text.optional(),
  /** Payments expected in a month. */
  expectedMonthlyTransactionCount: z.enum(monthlyTransactionCounts).optional(),
  /** Volume expected in a month, in US dollars or their equivalent. */
  expectedMonthlyTransactionVolume: z.enum(monthlyTransactionVolumes).optional(),
  /** Yearly income, in US dollars or their equivalent. */
  annualIncomeRange: z.enum(annualIncomeRanges).optional(),
  /** Net worth, in US dollars or their equivalent. */
  netWorthRange: z.enum(netWorthRanges).optional(),
  /** Whether the customer is, or is close to, a politically exposed person. */
  pepStatus: z.enum(pepStatuses).optional(),
};

export const kybStatus = z.enum(kycStatuses);

export const businessCustomerFields = {
  /** Status of the business's verification; the service sets it as well. */
  kybStatus: kybStatus.optional(),
  /** The business's details; the fields sent are merged into them. */
  businessInfo: businessInfo.optional(),
};

const individualShape = z.strictObject({
  /** The kind of customer: a person. May be left out. */
  customerType: z.literal('INDIVIDUAL').optional(),
  ...commonCustomerFields,
  ...individualCustomerFields,
});
const businessShape = z.strictObject({
  /** The kind of customer: a company or another legal entity. May be left out. */
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
  choice: readonly string[] | string | undefined,
  description: string | undefined,
  path: string,
): InputIssue[] {
  const hasOther = choice === 'OTHER' || (Array.isArray(choice) && choice.includes('OTHER'));
  if (!hasOther || (description !== undefined && description !== '')) return [];
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

/**
 * Finds a customer's fields that contradict each other, and missing ones that another field
 * requires.
 */
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
