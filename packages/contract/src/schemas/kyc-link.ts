import * as z from 'zod';
import { dateTime, resource, secret } from '../primitives.ts';

const kycLinkShape = resource({
  /** Hosted page, single use. Whoever has it acts as the customer: never log it. */
  kycUrl: secret(z.string().min(1)),
  expiresAt: dateTime,
  /** The identity verification provider, for information. */
  provider: z.string(),
  /** Token for embedding the provider's own SDK, where it supports that. */
  token: secret(z.string()).optional(),
});

/** A link to hosted identity verification. */
export interface KycLink extends z.output<typeof kycLinkShape> {}
export const KycLink: z.ZodType<KycLink> = kycLinkShape;
