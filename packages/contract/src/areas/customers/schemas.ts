import * as z from 'zod';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { id, openEnum, openVariants, resource, timestamp } from '../../format/response-values.ts';
import { businessInfo } from './business-info.ts';
import { commonCustomerFields, individualCustomerFields, kybStatus } from './update-schemas.ts';

const contactVerificationStatus = openEnum(['PENDING', 'VERIFIED']);

const commonFields = {
  ...responseFields(commonCustomerFields),
  id: id('Customer'),
  /** The platform's own id of the customer. */
  platformCustomerId: z.string(),
  region: z.string().optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  isDeleted: z.boolean().optional(),
  /** Only for customers whose provider requires contact verification. */
  contactVerification: resource({
    email: contactVerificationStatus.optional(),
    phone: contactVerificationStatus.optional(),
  }).optional(),
};

const individualShape = resource({
  ...responseFields(individualCustomerFields),
  ...commonFields,
  customerType: z.literal('INDIVIDUAL'),
});

/** A person who is a customer of the platform. */
export interface IndividualCustomer extends z.output<typeof individualShape> {}
export const IndividualCustomer: z.ZodType<IndividualCustomer> = individualShape;

const businessShape = resource({
  ...commonFields,
  customerType: z.literal('BUSINESS'),
  kybStatus: responseOf(kybStatus).optional(),
  businessInfo: responseOf(businessInfo).optional(),
});

/** A business that is a customer of the platform. */
export interface BusinessCustomer extends z.output<typeof businessShape> {}
export const BusinessCustomer: z.ZodType<BusinessCustomer> = businessShape;

/** A customer of the platform; `customerType` tells which kind. */
export type Customer = IndividualCustomer | BusinessCustomer;
export const Customer: z.ZodType<Customer> = openVariants(
  'customerType',
  [individualShape, businessShape],
  commonFields,
);
