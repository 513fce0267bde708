import * as z from 'zod';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { id, openEnum, openVariants, resource, timestamp } from '../../format/response-values.ts';
import { BeneficialOwner } from '../beneficial-owners/schemas.ts';
import { businessInfo } from './business-info.ts';
import { commonCustomerFields, individualCustomerFields, kybStatus } from './update-schemas.ts';

const contactVerificationStatus = openEnum(['PENDING', 'VERIFIED']);

const commonFields = {
  ...responseFields(commonCustomerFields),
  /** `Customer:<id>`, assigned by the service. */
  id: id('Customer'),
  /** The platform's own id of the customer. */
  platformCustomerId: z.string(),
  /** Country whose rules apply to the customer, ISO 3166-1 alpha-2. */
  region: z.string().optional(),
  /** When the customer was created. */
  createdAt: timestamp.optional(),
  /** When the customer last changed. */
  updatedAt: timestamp.optional(),
  /** Whether the customer is deleted. */
  isDeleted: z.boolean().optional(),
  /** State of the customer's contacts; present only if the provider requires their verification. */
  contactVerification: resource({
    /** State of the e-mail address; present only if it must be verified. */
    email: contactVerificationStatus.optional(),
    /** State of the phone number; present only if it must be verified. */
    phone: contactVerificationStatus.optional(),
  }).optional(),
};

const individualShape = resource({
  ...responseFields(individualCustomerFields),
  ...commonFields,
  /** The kind of customer: a person. */
  customerType: z.literal('INDIVIDUAL'),
});

/** A person who is a customer of the platform. */
export interface IndividualCustomer extends z.output<typeof individualShape> {}
export const IndividualCustomer: z.ZodType<IndividualCustomer> = individualShape;

const businessShape = resource({
  ...commonFields,
  /** The kind of customer: a company or another legal entity. */
  customerType: z.literal('BUSINESS'),
  /** Status of the business's verification. */
  kybStatus: responseOf(kybStatus).optional(),
  /** The business's details. */
  businessInfo: responseOf(businessInfo).optional(),
  /** Who owns or controls the business, if the service lists them with it. */
  beneficialOwners: z.array(BeneficialOwner).optional(),
});

/** A business that is a customer of the platform. */
export interface BusinessCustomer extends z.output<typeof businessShape> {}
export const BusinessCustomer: z.ZodType<BusinessCustomer> = businessShape;

/** A customer of the platform; `customerType` shows which kind. */
export type Customer = IndividualCustomer | BusinessCustomer;
export const Customer: z.ZodType<Customer> = openVariants(
  'customerType',
  [individualShape, businessShape],
  commonFields,
);
