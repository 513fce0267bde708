import * as z from 'zod';
import { id, resource, timestamp } from './response-values.ts';

const signedRequestChallengeShape = resource({
  /** The exact text to stamp. Never trim, parse or re-serialize it. */
  payloadToSign: z.string().min(1),
  /** The challenge's id; send it back in the `Request-Id` header. */
  requestId: id('Request'),
  /** When the challenge expires; the signed retry must arrive before. */
  expiresAt: timestamp,
  /** Type of the credential concerned, on credential and session operations. */
  type: z.string().optional(),
});

/**
 * The 202 body of a signed operation: the payload to stamp, and the time until which to send it.
 */
export interface SignedRequestChallenge extends z.output<typeof signedRequestChallengeShape> {}
export const SignedRequestChallenge: z.ZodType<SignedRequestChallenge> =
  signedRequestChallengeShape;
