import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { integer, nonEmpty } from '../../format/request-values.ts';
import { openEnum, openVariants, resource, timestamp } from '../../format/response-values.ts';
import { machine, type StateMachine } from '../../format/state-machine.ts';
import { inUnit } from '../../format/units.ts';
import {
  hasProof,
  needsProof,
  origins,
  proofFields,
  scaFactorTypes,
  webauthnOptions,
  webauthnResult,
} from './challenge.ts';

export const scaResetStatuses = [
  'INITIATED',
  'PENDING_REVIEW',
  'LIVENESS_PASSED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
] as const;
type ScaResetStatus = (typeof scaResetStatuses)[number];

/** The person proves who they are; then the factor is reset. */
export const scaResetMachine: StateMachine<ScaResetStatus> = machine<ScaResetStatus>({
  INITIATED: ['PENDING_REVIEW', 'LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  PENDING_REVIEW: ['LIVENESS_PASSED', 'REJECTED', 'EXPIRED'],
  LIVENESS_PASSED: ['COMPLETED', 'EXPIRED'],
  COMPLETED: [],
  REJECTED: [],
  EXPIRED: [],
});

const scaFactorShape = resource({
  /** Which kind of factor it is. */
  factor: openEnum(scaFactorTypes),
  /** Identifies a passkey, for its removal; the other factors have none. */
  credentialId: z.optional(z.string()),
  /** The display name. */
  name: z.optional(z.string()),
});

/** A factor with which a customer authenticates. */
export interface ScaFactor extends z.output<typeof scaFactorShape> {}
export const ScaFactor: z.ZodMiniType<ScaFactor> = scaFactorShape;

/** The factors of a customer. */
export const ScaFactorList = resource({
  /** Every factor, a text message first. */
  factors: z.array(ScaFactor),
});

/** The body that starts an enrollment. */
export const enrollmentStart = strictObject({
  /** Which kind of factor is added. */
  type: z.enum(['TOTP', 'PASSKEY']),
});

/** What the customer needs to add the factor. */
export const ScaEnrollment = openVariants(
  'type',
  [
    resource({
      /** Which kind of factor is added. */
      type: z.literal('TOTP'),
      /** The shared secret, in hex; send it back with the first code. */
      secret: secret(z.string()),
      /** The same secret as authenticator apps read it. */
      secretBase32Encoded: secret(z.string()),
      /** The same secret as an address for a QR code. */
      totpUri: secret(z.string()),
    }),
    resource({
      /** Which kind of factor is added. */
      type: z.literal('PASSKEY'),
      /** Options of `navigator.credentials.create`. */
      options: webauthnOptions,
      /** The origins from which a passkey is accepted. */
      allowedOrigins: origins,
      /** The relying party of the passkey. */
      relyingPartyId: z.string(),
    }),
  ],
  {},
);

/** The body that completes an enrollment. */
export const enrollmentConfirmation = z.discriminatedUnion('type', [
  strictObject({
    /** Which kind of factor is added. */
    type: z.literal('TOTP'),
    /** The secret of the enrollment. */
    secret: secret(nonEmpty),
    /** The first code that the authenticator app shows. */
    code: secret(nonEmpty),
  }),
  strictObject({
    /** Which kind of factor is added. */
    type: z.literal('PASSKEY'),
    /** The origin of the page on which the passkey was created. */
    origin: nonEmpty,
    /** What `navigator.credentials.create` returned, as JSON. */
    credential: webauthnResult,
  }),
]);

/** The factor that was added. */
export const ScaEnrolled = openVariants(
  'type',
  [
    resource({
      /** Which kind of factor was added. */
      type: z.literal('TOTP'),
      /** Codes in place of the app, each for one use; shown once. */
      recoveryCodes: secret(z.array(z.string())),
    }),
    resource({
      /** Which kind of factor was added. */
      type: z.literal('PASSKEY'),
      /** The new factor. */
      factor: ScaFactor,
    }),
  ],
  {},
);

/** The body that names a factor. */
export const factorChoice = strictObject({
  /** The factor that is meant. */
  factor: z.enum(scaFactorTypes),
});

/** A login that was started. */
export const ScaLogin = resource({
  /** The factor to log in with. */
  factor: openEnum(scaFactorTypes),
  /** The challenge's id. */
  challengeId: z.optional(z.nullable(z.string())),
  /** When the challenge expires. */
  expiresAt: z.optional(z.nullable(timestamp)),
  /** Options of `navigator.credentials.get`, for a passkey. */
  passkeyOptions: z.optional(z.nullable(webauthnOptions)),
  /** The origins from which a passkey is accepted. */
  allowedOrigins: z.optional(z.nullable(origins)),
  /** The relying party of the passkey. */
  relyingPartyId: z.optional(z.nullable(z.string())),
});

/** The body that completes a login. */
export const loginCompletion = strictObject({
  /** The factor to log in with. */
  factor: z.enum(scaFactorTypes),
  /** The address of the person's device. */
  endUserIpAddress: nonEmpty,
  /** The challenge's id. */
  challengeId: z.nullish(nonEmpty),
  ...proofFields,
}).check(z.refine(hasProof, needsProof));

/** A login that succeeded. */
export const ScaSession = resource({
  /** How the login ended. */
  status: z.string(),
  /** Until when the customer counts as authenticated. */
  sessionExpiresAt: z.optional(z.nullable(timestamp)),
});

const securityEvents = ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'] as const;

/** The body that records what happened at the platform's own login. */
export const securityEvent = strictObject({
  /** What happened. */
  eventType: z.enum(securityEvents),
});

/** What follows from an event. */
export const SecurityState = resource({
  /** The event that was recorded. */
  eventType: openEnum(securityEvents),
  /** Whether the customer is locked until somebody unlocks them. */
  suspended: z.boolean(),
  /** Until when the customer is locked. */
  lockedUntil: z.optional(z.nullable(timestamp)),
  /** Failed attempts in a row. */
  failedAttempts: inUnit(integer, 'count'),
});

/** A reset that was started. */
export const ScaResetStart = resource({
  /** The reset's id. */
  resetId: z.string(),
  /** Token for embedding the check of the person. */
  livenessAccessToken: z.optional(z.nullable(secret(z.string()))),
  /** Where the person proves who they are. Anyone with this link acts as that person. */
  verificationLink: z.optional(z.nullable(secret(z.string()))),
  /** When the reset expires. */
  expiresAt: z.optional(z.nullable(timestamp)),
});

const scaResetShape = resource({
  /** How far the reset is. */
  status: openEnum(scaResetStatuses),
  /** The factor that is reset. */
  factor: openEnum(scaFactorTypes),
  /** Whether the customer has enrolled the factor again. */
  enrollmentStatus: z.optional(z.nullable(openEnum(['PENDING', 'COMPLETED']))),
  /** When the reset expires. */
  expiresAt: timestamp,
  /** When it was completed. */
  completedAt: z.optional(z.nullable(timestamp)),
});

/** The reset of a factor that a customer has lost. */
export interface ScaReset extends z.output<typeof scaResetShape> {}
export const ScaReset: z.ZodMiniType<ScaReset> = scaResetShape;

/** The body that completes a reset. */
export const resetCompletion = z.optional(
  strictObject({
    /** The new number, for a text message. */
    mobile: z.optional(
      strictObject({
        /** The country calling code, such as `+49`. */
        countryCode: nonEmpty,
        /** The number without it. */
        number: nonEmpty,
      }),
    ),
  }),
);
