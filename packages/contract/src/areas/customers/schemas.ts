import * as z from 'zod/mini';
import { responseFields, responseOf } from '../../format/derive-response.ts';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
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
  region: z.optional(z.string()),
  /** When the customer was created. */
  createdAt: z.optional(timestamp),
  /** When the customer last changed. */
  updatedAt: z.optional(timestamp),
  /** Whether the customer is deleted. */
  isDeleted: z.optional(z.boolean()),
  /** State of the customer's contacts; present only if the provider requires their verification. */
  contactVerification: z.optional(
    resource({
      /** State of the e-mail address; present only if it must be verified. */
      email: z.optional(contactVerificationStatus),
      /** State of the phone number; present only if it must be verified. */
      phone: z.optional(contactVerificationStatus),
    }),
  ),
};

const individualShape = resource({
  ...responseFields(individualCustomerFields),
  ...commonFields,
  /** The kind of customer: a person. */
  customerType: z.literal('INDIVIDUAL'),
});

/** A person who is a customer of the platform. */
export interface IndividualCustomer extends z.output<typeof individualShape> {}
export const IndividualCustomer: z.ZodMiniType<IndividualCustomer> = individualShape;

const businessShape = resource({
  ...commonFields,
  /** The kind of customer: a company or another legal entity. */
  customerType: z.literal('BUSINESS'),
  /** Status of the business's verification. */
  kybStatus: z.optional(responseOf(kybStatus)),
  /** The business's details. */
  businessInfo: z.optional(responseOf(businessInfo)),
  /** Who owns or controls the business, if the service lists them with it. */
  beneficialOwners: z.optional(z.array(BeneficialOwner)),
});

/** A business that is a customer of the platform. */
export interface BusinessCustomer extends z.output<typeof businessShape> {}
export const BusinessCustomer: z.ZodMiniType<BusinessCustomer> = businessShape;

/** A customer of the platform; `customerType` shows which kind. */
export type Customer = IndividualCustomer | BusinessCustomer;
export const Customer: z.ZodMiniType<Customer> = openVariants(
  'customerType',
  [individualShape, businessShape],
  commonFields,
);

const endUserTermsShape = resource({
  /** The present version of the terms. */
  version: z.string(),
  /** Where the terms can be read. */
  url: z.string(),
});

/** The service's terms for end users. */
export interface EndUserTerms extends z.output<typeof endUserTermsShape> {}
export const EndUserTerms: z.ZodMiniType<EndUserTerms> = endUserTermsShape;

const localHosts =
  /^(?:localhost|[^.]+|.+\.(?:localhost|local|test|internal)|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|(?:192\.168|169\.254)(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\[::1\]|\[f(?:[cd]|e80)[0-9a-f:]+\])$/;

function isRedirectUri(value: string): boolean {
  if (!URL.canParse(value)) return false;
  if (value.startsWith('https://')) return true;
  return value.startsWith('http://') && localHosts.test(new URL(value).hostname);
}

/** The body that creates a link to hosted identity verification. */
export const kycLinkCreate = z.optional(
  strictObject({
    /** Where the customer returns to: `https://`, or `http://` on a local or private host. */
    redirectUri: z.optional(
      z.string().check(
        z.refine(isRedirectUri, {
          error: 'expected an https URL, or http on a local or private host',
        }),
      ),
    ),
  }),
);

const kycLinkShape = resource({
  /** Hosted page, single use. Anyone with the link acts as the customer: never log it. */
  kycUrl: secret(z.string().check(z.minLength(1))),
  /** When the link stops working. */
  expiresAt: timestamp,
  /** The identity verification provider, for information. */
  provider: z.string(),
  /** Token for embedding the provider's own SDK, if it supports that. */
  token: z.optional(secret(z.string())),
});

/** A link to hosted identity verification. */
export interface KycLink extends z.output<typeof kycLinkShape> {}
export const KycLink: z.ZodMiniType<KycLink> = kycLinkShape;
