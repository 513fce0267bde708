import * as z from 'zod/mini';
import { file } from '../../format/file-schema.ts';
import { strictObject } from '../../format/objects.ts';
import { country } from '../../format/request-forms.ts';
import { requestId } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';

export const documentTypes = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TAX_RETURN',
  'CERTIFICATE_OF_INCORPORATION',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ASSOCIATION',
  'STATE_REGISTRY_EXCERPT',
  'GOOD_STANDING_CERTIFICATE',
  'INFORMATION_STATEMENT',
  'INCUMBENCY_CERTIFICATE',
  'BUSINESS_LICENSE',
  'SHAREHOLDER_REGISTER',
  'POWER_OF_ATTORNEY',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'DIRECTOR_REGISTRY',
  'TRUST_AGREEMENT',
  'STATE_COMPANY_REGISTRY',
  'PARTNERSHIP_CONTROL_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'SELFIE',
  'OTHER',
] as const;

export const documentSides = ['FRONT', 'BACK'] as const;

const documentShape = resource({
  /** `Document:<id>`, assigned by the service. */
  id: id('Document'),
  /** A customer or a beneficial owner. */
  documentHolder: z.string(),
  /** What kind of document it is. */
  documentType: openEnum(documentTypes),
  /** The country that issued it, ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Name of the uploaded file. */
  fileName: z.string(),
  /** Which side the file shows, for a document with two. */
  side: z.optional(openEnum(documentSides)),
  /** Number on the document. */
  documentNumber: z.optional(z.string()),
  /** Who issued it. */
  issuingAuthority: z.optional(z.string()),
  /** When it was uploaded. */
  createdAt: timestamp,
  /** When it was last replaced. */
  updatedAt: z.optional(timestamp),
});

/** A verification document of a customer or a beneficial owner. */
export interface PaymentsDocument extends z.output<typeof documentShape> {
  /** `Document:<id>`. */
  id: `Document:${string}`;
}
export const PaymentsDocument: z.ZodMiniType<PaymentsDocument> = documentShape;

const documentFields = {
  /** A PDF, JPEG or PNG of at most 10 MB. */
  file: file({
    types: ['application/pdf', 'image/jpeg', 'image/png'],
    maxBytes: 10 * 1024 * 1024,
  }),
  /** What kind of document it is. */
  documentType: z.enum(documentTypes),
  /** The country that issued it, ISO 3166-1 alpha-2. */
  country,
  /** Which side the file shows, for a document with two. */
  side: z.optional(z.enum(documentSides)),
  /** Number on the document. */
  documentNumber: z.optional(z.string()),
  /** Who issued it. */
  issuingAuthority: z.optional(z.string()),
};

/** The fields of an upload. */
export const documentCreate = strictObject({
  ...documentFields,
  /** The customer or beneficial owner the document belongs to. */
  documentHolder: requestId('Customer', 'BeneficialOwner'),
});

/** The fields of a replacement. */
export const documentReplace = strictObject(documentFields);
