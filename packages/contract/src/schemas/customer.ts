import * as z from 'zod';
import { dateTime, id, openEnum, resource, secret } from '../primitives.ts';
import { businessInfoFields } from './customer-business.ts';
import { addressFields } from './customer-update.ts';
import * as values from './customer-values.ts';

const contactVerificationStatus = openEnum(['PENDING', 'VERIFIED']);

const commonFields = {
  id: id('Customer'),
  platformCustomerId: z.string(),
  region: z.string().optional(),
  currencies: z.array(z.string()).optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  umaAddress: z.string().optional(),
  address: resource(addressFields).partial().optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  isDeleted: z.boolean().optional(),
  /** Only for customers whose provider requires contact verification. */
  contactVerification: resource({
    email: contactVerificationStatus.optional(),
    phone: contactVerificationStatus.optional(),
  }).optional(),
};

const individualShape = resource({
  ...commonFields,
  customerType: z.literal('INDIVIDUAL'),
  kycStatus: openEnum(values.kycStatuses).optional(),
  fullName: z.string().optional(),
  birthDate: z.string().optional(),
  nationality: z.string().optional(),
  taxIdType: openEnum(values.taxIdTypes).optional(),
  taxIdentifier: secret(z.string()).optional(),
  taxIdCountryOfIssuance: z.string().optional(),
  sourceOfFundsCategories: z.array(openEnum(values.sourceOfFundsCategories)).optional(),
  sourceOfFundsOtherDescription: z.string().optional(),
  sourceOfWealthCategories: z.array(openEnum(values.sourceOfWealthCategories)).optional(),
  sourceOfWealthOtherDescription: z.string().optional(),
  purposeOfAccount: openEnum(values.purposesOfAccount).optional(),
  purposeOfAccountOtherDescription: z.string().optional(),
  expectedMonthlyTransactionCount: openEnum(values.monthlyTransactionCounts).optional(),
  expectedMonthlyTransactionVolume: openEnum(values.monthlyTransactionVolumes).optional(),
  annualIncomeRange: openEnum(values.annualIncomeRanges).optional(),
  netWorthRange: openEnum(values.netWorthRanges).optional(),
  pepStatus: openEnum(values.pepStatuses).optional(),
});

/** A person who is a customer of the platform. */
export interface IndividualCustomer extends z.output<typeof individualShape> {}
export const IndividualCustomer: z.ZodType<IndividualCustomer> = individualShape;

const businessShape = resource({
  ...commonFields,
  customerType: z.literal('BUSINESS'),
  kybStatus: openEnum(values.kycStatuses).optional(),
  businessInfo: resource(businessInfoFields).optional(),
});

/** A business that is a customer of the platform. */
export interface BusinessCustomer extends z.output<typeof businessShape> {}
export const BusinessCustomer: z.ZodType<BusinessCustomer> = businessShape;

/** A customer of the platform; `customerType` tells which kind. */
export type Customer = IndividualCustomer | BusinessCustomer;
export const Customer: z.ZodType<Customer> = z.discriminatedUnion('customerType', [
  individualShape,
  businessShape,
]);
