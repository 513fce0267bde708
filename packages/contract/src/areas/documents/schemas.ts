import * as z from 'zod';
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

const documentShape = resource({
  id: id('Document'),
  /** A customer or a beneficial owner. */
  documentHolder: z.string(),
  documentType: openEnum(documentTypes),
  country: z.string(),
  fileName: z.string(),
  side: openEnum(['FRONT', 'BACK']).optional(),
  documentNumber: z.string().optional(),
  issuingAuthority: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp.optional(),
});

/** A verification document of a customer or a beneficial owner. */
export interface PaymentsDocument extends z.output<typeof documentShape> {
  id: `Document:${string}`;
}
export const PaymentsDocument: z.ZodType<PaymentsDocument> = documentShape;
