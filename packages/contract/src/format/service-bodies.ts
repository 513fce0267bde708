import * as z from 'zod/mini';
import { looseObject } from './objects.ts';
import { id, resource, timestamp } from './response-values.ts';
import { inUnit } from './units.ts';

const fieldErrorShape = resource({
  /** Dotted path of the field. */
  field: z.string(),
  message: z.optional(z.string()),
  constraint: z.optional(z.record(z.string(), z.unknown())),
});

/** One invalid field of a rejected request. */
export interface FieldError extends z.output<typeof fieldErrorShape> {}
export const FieldError: z.ZodMiniType<FieldError> = fieldErrorShape;

const errorBodyShape = resource({
  /** Equal to the HTTP status. */
  status: inUnit(z.int(), 'httpStatus'),
  code: z.string().check(z.minLength(1)),
  message: z.string(),
  /** On a 401: which check failed. */
  reason: z.optional(z.string()),
  /** Varies by code; `errors` has one entry for each invalid field. */
  details: z.optional(looseObject({ errors: z.optional(z.array(FieldError)) })),
});

/** The body of every error response. */
export interface ErrorBody extends z.output<typeof errorBodyShape> {}
export const ErrorBody: z.ZodMiniType<ErrorBody> = errorBodyShape;

const signedRequestChallengeShape = resource({
  /** The exact text to stamp. Never trim, parse or re-serialize it. */
  payloadToSign: z.string().check(z.minLength(1)),
  /** The challenge's id; send it back in the `Request-Id` header. */
  requestId: id('Request'),
  /** When the challenge expires; the signed retry must arrive before. */
  expiresAt: timestamp,
  /** Type of the credential concerned, on credential and session operations. */
  type: z.optional(z.string()),
});

/** The 202 body of a signed operation: the payload to stamp, and the time until which to send it. */
export interface SignedRequestChallenge extends z.output<typeof signedRequestChallengeShape> {}
export const SignedRequestChallenge: z.ZodMiniType<SignedRequestChallenge> =
  signedRequestChallengeShape;
