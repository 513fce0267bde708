import * as z from 'zod';
import { secret } from '../../format/meta.ts';
import { resource, timestamp } from '../../format/response-values.ts';

const localHosts =
  /^(?:localhost|[^.]+|.+\.(?:localhost|local|test|internal)|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|(?:192\.168|169\.254)(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\[::1\]|\[f(?:[cd]|e80)[0-9a-f:]+\])$/;

function isRedirectUri(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.test(url.hostname));
}

/** The body that creates a link to hosted identity verification. */
export const kycLinkCreate = z
  .strictObject({
    /** Where the customer returns to: `https://`, or `http://` on a local or private host. */
    redirectUri: z
      .string()
      .refine(isRedirectUri, { error: 'expected an https URL, or http on a local or private host' })
      .optional(),
  })
  .optional();

const kycLinkShape = resource({
  /** Hosted page, single use. Anyone with the link acts as the customer: never log it. */
  kycUrl: secret(z.string().min(1)),
  /** When the link stops working. */
  expiresAt: timestamp,
  /** The identity verification provider, for information. */
  provider: z.string(),
  /** Token for embedding the provider's own SDK, if it supports that. */
  token: secret(z.string()).optional(),
});

/** A link to hosted identity verification. */
export interface KycLink extends z.output<typeof kycLinkShape> {}
export const KycLink: z.ZodType<KycLink> = kycLinkShape;
