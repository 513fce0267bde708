import * as z from 'zod/mini';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { documentTypes } from '../documents/schemas.ts';
import { verificationStatuses } from './states.ts';

export const verificationErrorTypes = [
  'MISSING_FIELD',
  'INVALID_FIELD',
  'MISSING_LEGAL_PRESENCE_DOCUMENT',
  'MISSING_CONTROL_STRUCTURE_DOCUMENT',
  'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
  'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  'MISSING_IDENTITY_DOCUMENT',
  'INVALID_DOCUMENT',
  'EXPIRED_DOCUMENT',
  'POOR_QUALITY_DOCUMENT',
  'SUSPECTED_FRAUD_DOCUMENT',
  'WRONG_DOCUMENT_TYPE',
  'INCOMPLETE_DOCUMENT',
  'UNREADABLE_DOCUMENT',
  'DOCUMENT_VERIFICATION_FAILED',
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
  'MISSING_BENEFICIAL_OWNER',
  'MISSING_CONTROL_PERSON',
  'MISSING_GOOD_STANDING_DOCUMENT',
] as const;

const verificationErrorShape = resource({
  /** The customer, owner or document concerned. */
  resourceId: z.string(),
  /** The kind of problem. */
  type: openEnum(verificationErrorTypes),
  /** The problem in words, for people. */
  reason: z.string(),
  /** Dotted path of the field, if the error concerns one. */
  field: z.optional(z.string()),
  /** The types of document of which any one resolves the error. */
  acceptedDocumentTypes: z.optional(z.array(openEnum(documentTypes))),
});

/** One problem that blocks a verification. */
export interface VerificationError extends z.output<typeof verificationErrorShape> {}
export const VerificationError: z.ZodMiniType<VerificationError> = verificationErrorShape;

const verificationShape = resource({
  /** `Verification:<id>`, assigned by the service. */
  id: id('Verification'),
  /** The customer who is verified. */
  customerId: id('Customer'),
  /** The verification's status. */
  verificationStatus: openEnum(verificationStatuses),
  /** The problems to resolve; empty when the status is `APPROVED` or `IN_PROGRESS`. */
  errors: z.array(VerificationError),
  /** When the customer was first submitted. */
  createdAt: timestamp,
  /** When the verification last changed. */
  updatedAt: z.optional(timestamp),
});

/** The state of a customer's KYC or KYB verification. */
export interface Verification extends z.output<typeof verificationShape> {}
export const Verification: z.ZodMiniType<Verification> = verificationShape;
