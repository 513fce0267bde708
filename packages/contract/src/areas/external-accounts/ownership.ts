import * as z from 'zod/mini';
import { secret, withDefault } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';

export const ownershipMethods = ['WALLET_SIGNATURE', 'LIVENESS'] as const;
const signatureSchemes = ['bip137', 'electrum'] as const;

/** The body that starts a proof of ownership. */
export const ownershipChallengeRequest = strictObject({
  /** How ownership is proved. */
  method: z.enum(ownershipMethods),
});

const ownershipChallengeShape = resource({
  /** How ownership is proved. */
  method: openEnum(ownershipMethods),
  /** When the proof expires; it must be started again after that. */
  expiresAt: timestamp,
  /** The message the wallet signs, for `WALLET_SIGNATURE`. */
  messageToSign: z.optional(z.string()),
  /** Where the person proves who they are, for `LIVENESS`. Anyone with this link acts as that person. */
  verificationLink: z.optional(secret(z.string())),
  /** Token for embedding the check, for `LIVENESS`. */
  token: z.optional(secret(z.string())),
});

/** The challenge that proves the ownership of an account. */
export interface OwnershipChallenge extends z.output<typeof ownershipChallengeShape> {}
export const OwnershipChallenge: z.ZodMiniType<OwnershipChallenge> = ownershipChallengeShape;

/** The body that completes a proof of ownership. */
export const ownershipProof = strictObject({
  /**
   * The wallet's signature of the message, in the form of its chain: base64 (Spark), hexadecimal
   * (Ethereum and chains like it, Tron) or base58 (Solana).
   */
  signature: text,
  /** How a Bitcoin wallet signs messages. Default `bip137`. */
  signatureScheme: withDefault(z.enum(signatureSchemes), 'bip137'),
});
