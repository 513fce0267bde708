import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
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
export const address = strictObject({
  /** Street and number. */
  line1: text,
  /** Flat, floor or building. */
  line2: z.optional(z.string()),
  /** Town or city. */
  city: z.optional(z.string()),
  /** State, province or region. */
  state: z.optional(z.string()),
  /** Postal code, ZIP code in the United States. */
  postalCode: text,
  /** ISO 3166-1 alpha-2. */
  country,
});

/** The address of a person or a business, as it is sent. */
export interface AddressInput extends z.input<typeof address> {}

export const commonCustomerFields = {
  /** The currencies the customer uses: ISO 4217 codes, tickers for crypto. Replaces the whole list. */
  currencies: z.optional(z.array(text)),
  /**
   * E-mail address. A change also moves every tied EMAIL_OTP credential, and then needs the signed
   * retry. Cannot be combined with `phoneNumber`.
   */
  email: z.optional(emailAddress),
  /**
   * Phone number, strict E.164. A change also moves every tied SMS_OTP credential, and then needs
   * the signed retry.
   */
  phoneNumber: z.optional(phoneNumber),
  /** Address for payments by UMA, such as `$ada@example.com`; no two customers share one. */
  umaAddress: z.optional(text),
  /** Where the customer lives, or the business has its principal place. */
  address: z.optional(address),
};

export const individualCustomerFields = {
  /** Status of identity verification; the service sets it as well. */
  kycStatus: z.optional(z.enum(kycStatuses)),
  /** First, middle and last names as on an identity document. */
  fullName: z.optional(text),
  /** Date of birth, `YYYY-MM-DD`. */
  birthDate: z.optional(date),
  /** Country of citizenship, ISO 3166-1 alpha-2. */
  nationality: z.optional(country),
  /** Which kind of number `taxIdentifier` is. */
  taxIdType: z.optional(z.enum(taxIdTypes)),
  /** The tax number; `###-##-####` for an SSN. */
  taxIdentifier: z.optional(secret(text)),
  /** The country that issued the number, ISO 3166-1 alpha-2; required for `NON_US_TAX_ID`. */
  taxIdCountryOfIssuance: z.optional(country),
  /** Where incoming money comes from. */
  sourceOfFundsCategories: z.optional(z.array(z.enum(sourceOfFundsCategories))),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfFundsOtherDescription: z.optional(text),
  /** The sources of the customer's wealth. */
  sourceOfWealthCategories: z.optional(z.array(z.enum(sourceOfWealthCategories))),
  /** The other source in words; required when the categories include `OTHER`. */
  sourceOfWealthOtherDescription: z.optional(text),
  /** What the account is for. */
  purposeOfAccount: z.optional(z.enum(purposesOfAccount)),
  /** The purpose in words; required when the purpose is `OTHER`. */
  purposeOfAccountOtherDescription: z.optional(text),
  /** Payments expected in a month. */
  expectedMonthlyTransactionCount: z.optional(z.enum(monthlyTransactionCounts)),
  /** Volume expected in a month, in US dollars or their equivalent. */
  expectedMonthlyTransactionVolume: z.optional(z.enum(monthlyTransactionVolumes)),
  /** Yearly income, in US dollars or their equivalent. */
  annualIncomeRange: z.optional(z.enum(annualIncomeRanges)),
  /** Net worth, in US dollars or their equivalent. */
  netWorthRange: z.optional(z.enum(netWorthRanges)),
  /** Whether the customer is, or is close to, a politically exposed person. */
  pepStatus: z.optional(z.enum(pepStatuses)),
};

export const kybStatus = z.enum(kycStatuses);

export const businessCustomerFields = {
  /** Status of the business's verification; the service sets it as well. */
  kybStatus: z.optional(kybStatus),
  /** The business's details; the fields sent are merged into them. */
  businessInfo: z.optional(businessInfo),
};

const individualShape = strictObject({
  /** The kind of customer: a person. May be left out. */
  customerType: z.optional(z.literal('INDIVIDUAL')),
  ...commonCustomerFields,
  ...individualCustomerFields,
});
const businessShape = strictObject({
  /** The kind of customer: a company or another legal entity. May be left out. */
  customerType: z.optional(z.literal('BUSINESS')),
  ...commonCustomerFields,
  ...businessCustomerFields,
});

/** Fields to change on an individual customer. */
export interface IndividualCustomerUpdate extends z.input<typeof individualShape> {}
/** Fields to change on a business customer. */
export interface BusinessCustomerUpdate extends z.input<typeof businessShape> {}
export type CustomerUpdate = IndividualCustomerUpdate | BusinessCustomerUpdate;

const anyShape = strictObject({
  customerType: z.optional(z.enum(['INDIVIDUAL', 'BUSINESS'])),
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

/** Finds a customer's fields that contradict each other, and missing ones that another field requires. */
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
export const CustomerUpdate = anyShape.check(
  z.superRefine((update, context) => {
    for (const { path, message } of updateIssues(update)) {
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    }
  }),
) as unknown as z.ZodMiniType<CustomerUpdate, CustomerUpdate>;
