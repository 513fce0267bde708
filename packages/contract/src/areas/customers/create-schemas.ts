import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { country } from '../../format/request-forms.ts';
import { text } from '../../format/request-values.ts';
import { businessInfoCreate } from './business-info.ts';
import {
  businessCustomerFields,
  commonCustomerFields,
  customerFieldIssues,
  individualCustomerFields,
} from './update-schemas.ts';

const createFields = {
  /** Your own id for the customer; generated when left out. */
  platformCustomerId: z.optional(text),
  /** Country whose rules apply to the customer, ISO 3166-1 alpha-2. */
  region: z.optional(country),
};

const individualShape = strictObject({
  /** The kind of customer: a person. */
  customerType: z.literal('INDIVIDUAL'),
  ...createFields,
  ...commonCustomerFields,
  ...individualCustomerFields,
});
const businessShape = strictObject({
  /** The kind of customer: a company or another legal entity. */
  customerType: z.literal('BUSINESS'),
  ...createFields,
  ...commonCustomerFields,
  ...businessCustomerFields,
  /** The business; legal name, country, date of incorporation and tax number are required. */
  businessInfo: businessInfoCreate,
});

/** An individual to create as a customer. */
export interface IndividualCustomerCreate extends z.input<typeof individualShape> {}
/** A business to create as a customer. */
export interface BusinessCustomerCreate extends z.input<typeof businessShape> {}
export type CustomerCreate = IndividualCustomerCreate | BusinessCustomerCreate;

/** The body that creates a customer, of either variant. */
export const customerCreate = z
  .discriminatedUnion('customerType', [individualShape, businessShape])
  .check(
    z.superRefine((customer, context) => {
      for (const { path, message } of customerFieldIssues(customer)) {
        context.addIssue({ code: 'custom', path: path.split('.'), message });
      }
    }),
  ) as unknown as z.ZodMiniType<CustomerCreate, CustomerCreate>;
