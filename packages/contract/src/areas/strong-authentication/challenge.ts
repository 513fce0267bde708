import * as z from 'zod/mini';
import { isFields } from '../../format/fields.ts';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { nonEmpty } from '../../format/request-values.ts';
import { freeObject, id, openEnum, resource, timestamp } from '../../format/response-values.ts';

export const scaFactorTypes = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const;
export type ScaFactorType = (typeof scaFactorTypes)[number];
/** What the WebAuthn API of a browser takes. */
export const webauthnOptions = freeObject({});
/** Origins of pages. */
export const origins = z.array(z.string());

const scaChallengeShape = resource({
  /** `ScaChallenge:<id>`; pass it on where a `challengeId` is expected. */
  id: id('ScaChallenge'),
  /** When it expires. */
  expiresAt: timestamp,
  /** The factor that was asked for. */
  factor: openEnum(scaFactorTypes),
  /** The factors that can be used instead. */
  availableFactors: z.array(openEnum(scaFactorTypes)),
  /** What it authorizes. */
  purpose: z.optional(z.nullable(z.string())),
  /** Options of `navigator.credentials.get`, if a passkey can be used. */
  passkeyAssertionOptions: z.optional(z.nullable(webauthnOptions)),
  /** The origins from which a passkey is accepted; the challenge of a payment does not have them. */
  passkeyAllowedOrigins: z.optional(z.nullable(origins)),
});

/** What a customer has to prove before something happens. */
export interface ScaChallenge extends z.output<typeof scaChallengeShape> {}
export const ScaChallenge: z.ZodMiniType<ScaChallenge> = scaChallengeShape;

/** A challenge for a trusted payee. */
export const TrustChallenge = resource({
  /** What the customer has to prove first. */
  scaChallenge: z.optional(ScaChallenge),
});

/** What the WebAuthn API of a browser returned. */
export const webauthnResult = z.record(z.string(), z.unknown());

/** The fields that answer a challenge: a code, or what a passkey signed. */
export const proofFields = {
  /** The code, from a text message or an authenticator app. */
  code: z.nullish(secret(nonEmpty)),
  /** What `navigator.credentials.get` returned, as JSON. */
  passkeyAssertion: z.nullish(webauthnResult),
  /** The origin of the page on which the passkey was used. */
  origin: z.nullish(nonEmpty),
};

interface Proof {
  readonly code?: string | null | undefined;
  readonly passkeyAssertion?: object | null | undefined;
  readonly origin?: string | null | undefined;
}

/** Whether there is a code, or a passkey's signature with its origin. */
export const hasProof = ({ code, passkeyAssertion, origin }: Proof): boolean =>
  (code ?? undefined) !== undefined ||
  ((passkeyAssertion ?? undefined) !== undefined && (origin ?? undefined) !== undefined);

/** Judges what is given, whatever its form: a proof of which one field has another form lacks no other. */
export const needsProof = {
  error: 'provide code, or passkeyAssertion and origin',
  path: ['code'],
  when: ({ value }: { readonly value: unknown }) => isFields(value),
  params: { judgesGiven: true },
};

/** The body that authorizes a payment. */
export const scaAuthorization = strictObject({
  ...proofFields,
  /** The address of the person's device. */
  endUserIpAddress: z.nullish(nonEmpty),
}).check(z.refine(hasProof, needsProof));

/** The body that confirms a change of trust. */
export const trustConfirmation = strictObject({
  /** The challenge's id. */
  challengeId: z.nullish(nonEmpty),
  ...proofFields,
}).check(z.refine(hasProof, needsProof));

/** Whether payments to the account need no authentication. */
export const TrustResult = resource({
  /** Whether it is trusted now. */
  trusted: z.boolean(),
});
