import * as z from 'zod/mini';
import type { AuthMethod } from '../areas/credentials/schemas.ts';
import type { InputOf } from '../format/call-types.ts';
import type { OperationRow } from '../format/operation.ts';
import type { DialectName, PlatformResources } from '../operations.ts';

/** A schema that was declared as an object. */
function object(schema: z.ZodMiniType): z.ZodMiniObject {
  return schema as z.ZodMiniObject;
}

function membersOf(schema: z.ZodMiniType): readonly z.ZodMiniObject[] {
  return (schema._zod.def as unknown as { readonly options: z.ZodMiniObject[] }).options;
}

/** The key that the client keeps, compressed; or, deprecated, one that a session key is sealed to. */
const clientPublicKey = z
  .string()
  .check(
    z.regex(
      /^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/,
      'expected a P-256 public key: 02 or 03 and 64 hex digits, or 04 and 128',
    ),
  );

/** A code and the public key of the session to open, sealed to the key of the challenge. */
const encryptedOtpBundle = z
  .string('expected the sealed code of the dialect 2026-08, which both sides must have')
  .check(z.minLength(1));
z.globalRegistry.add(encryptedOtpBundle, { secret: true });

/**
 * Returns the operations in which the service of August 2026 differs from the specification: session
 * keys that the client makes and keeps, the sealed code of a sign-in by e-mail, and changes of cards by
 * the platform's credential alone. Everything else is the specification's.
 *
 * They are made from the specification's, and import none of its modules: a bundle would be split
 * where both meet.
 */
function rows202608({
  cards: { update },
  credentials: { challenge, create, verify },
  sessions: { refresh },
}: PlatformResources): Readonly<Record<string, OperationRow>> {
  const codeAuthMethod = z.extend(object(create.responses[201]), {
    otpEncryptionTargetBundle: z.optional(z.string().check(z.minLength(1))),
  });
  const [passkeyChallenge = codeAuthMethod] = membersOf(challenge.responses[200]);
  const [, byOAuth = codeAuthMethod, byPasskey = codeAuthMethod] = membersOf(verify.body);
  const opened = object(refresh.responses[201]);
  const { encryptedSessionSigningKey: key = z.string() } = opened.shape as z.core.$ZodLooseShape;
  const session = z.extend(opened, { encryptedSessionSigningKey: z.optional(key) });
  const sealed = z.strictObject({ type: z.literal('EMAIL_OTP'), encryptedOtpBundle });
  const withKey = z.extend(byOAuth, { clientPublicKey });
  return {
    'credentials.create': { ...create, responses: { 201: codeAuthMethod } },
    'credentials.challenge': {
      ...challenge,
      body: z.optional(z.strictObject({ clientPublicKey: z.optional(clientPublicKey) })),
      responses: { 200: z.union([passkeyChallenge, codeAuthMethod]) },
    },
    'credentials.verify': {
      ...verify,
      signing: 'conditional',
      body: z.discriminatedUnion('type', [sealed, withKey, byPasskey] as never),
      responses: { 200: session },
    },
    'sessions.refresh': {
      ...refresh,
      body: z.strictObject({ clientPublicKey }),
      responses: { 201: session },
    },
    'cards.update': { ...update, signing: 'never' },
  };
}

/** The rows that a dialect has in place of the specification's, by its name. */
export const dialects: Readonly<Record<DialectName, typeof rows202608>> = {
  '2026-08': rows202608,
};

/** A credential of one-time codes, with the key that the code just sent is sealed to. */
export interface CodeAuthMethod extends AuthMethod {
  /** The key to seal the code to, signed by the service: the text of a JSON object. */
  readonly otpEncryptionTargetBundle?: string | undefined;
}

type VerifyInput = InputOf<PlatformResources['credentials']['verify']>;

/** Input of `credentials.verify`, with the code of an e-mail sealed. */
export type SealedVerifyInput =
  | Exclude<VerifyInput, { type: 'EMAIL_OTP' }>
  | {
      /** The credential's id. */
      readonly id: string;
      /** The kind of the credential: one-time codes. */
      readonly type: 'EMAIL_OTP';
      /** The code and the public key of the session, sealed to the key of the challenge. */
      readonly encryptedOtpBundle: string;
    };
