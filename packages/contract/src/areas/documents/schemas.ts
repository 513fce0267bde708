import * as z from 'zod';
import { file } from '../../format/file-schema.ts';
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
  side: openEnum(documentSides).optional(),
  /** Number on the document. */
  documentNumber: z.string().optional(),
  /** Who issued it. */
  issuingAuthority: z.string().optional(),
  /** When it was uploaded. */
  createdAt: timestamp,
  /** When it was last replaced. */
  updatedAt: timestamp.optional(),
});

/** A verification document of a customer or a beneficial owner. */
export interface PaymentsDocument extends z.output<typeof documentShape> {
  /** `Document:<id>`. */
  id: `Document:${string}`;
}
export const PaymentsDocument: z.ZodType<PaymentsDocument> = documentShape;

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
  side: z.enum(documentSides).optional(),
  /** Number on the document. */
  documentNumber: z.string().optional(),
  /** Who issued it. */
  issuingAuthority: z.string().optional(),
};

/** The fields of an upload. */
export const documentCreate = z.strictObject({
  ...documentFields,
  /** The customer or beneficial owner the document belongs to. */
  documentHolder: requestId('Customer', 'BeneficialOwner'),
});

/** The fields of a replacement. */
export const documentReplace = z.strictObject(documentFields);
