import type { DialectName } from '@org/payments-contract';
import { readCode } from '@org/payments-contract/internal';
import { schemaIssues } from '@org/payments-contract/internal/schema';
import * as z from 'zod/mini';
import type { RelayCall } from '../protocol/index.ts';
import { invalidInput } from '../refusals/refusal.ts';

/** The maximum length of a ticket, in characters. */
export const MAX_TICKET = 16_384;

const MAX_ID = 200;
const MAX_NICKNAME = 200;
const MAX_STAMP = 4_096;
const MAX_CODE = 64;
const MAX_TOKEN = 16_384;
const MAX_ASSERTION_PART = 16_384;
const MAX_ATTESTATION_PART = 32_768;
const MAX_TRANSPORTS = 16;
const MAX_ACTION_NAME = 100;

export const formed = (max: number, form: RegExp) =>
  z.string().check(z.maxLength(max), z.regex(form));
const base64url = (max: number) => formed(max, /^[\w-]+$/);
export const ticket = formed(MAX_TICKET, /^[\w-]+(?:\.[\w-]*){4}$/);
/** Read as a person typed it, as the wallet does: another client may pass it on unchanged. */
const code = z.pipe(
  z.string().check(z.maxLength(MAX_CODE), z.overwrite(readCode)),
  formed(MAX_CODE, /^[\x21-\x7e]+$/),
);
const nickname = z.string().check(z.minLength(1), z.maxLength(MAX_NICKNAME));
/** Has its prefix, and no character with a meaning in a path. */
export const credentialId = formed(MAX_ID, /^AuthMethod:[\w.~:=-]+$/);
const sessionId = formed(MAX_ID, /^Session:[\w.~:=-]+$/);
export const accountId = z.optional(formed(MAX_ID, /^InternalAccount:[\w.~:=-]+$/));

/** A resource that the relay can describe. */
const resourceId = formed(MAX_ID, /^(?:AuthMethod|Card|Quote|Session):[\w.~:=-]+$/);

/** A random text of the browser. */
export const attempt = z.optional(formed(64, /^[\w-]+$/));

export const stamp = base64url(MAX_STAMP);
const complete = z.object({ ticket, stamp });
const attestation = z.object({
  credentialId: base64url(MAX_ATTESTATION_PART),
  clientDataJson: base64url(MAX_ATTESTATION_PART),
  attestationObject: base64url(MAX_ATTESTATION_PART),
  transports: z.array(z.string()).check(z.maxLength(MAX_TRANSPORTS)),
});
const assertion = z.object({
  credentialId: base64url(MAX_ASSERTION_PART),
  clientDataJson: base64url(MAX_ASSERTION_PART),
  authenticatorData: base64url(MAX_ASSERTION_PART),
  signature: base64url(MAX_ASSERTION_PART),
  // Empty where an authenticator keeps none, as the contract has it.
  userHandle: z.nullish(z.union([base64url(MAX_ASSERTION_PART), z.literal('')])),
});

export const bodiesWithKey = (clientPublicKey: z.ZodMiniType<string>) => ({
  challenge: z.object({
    id: z.optional(credentialId),
    // Required for a passkey, which is checked once the credential has been read.
    clientPublicKey: z.optional(clientPublicKey),
    accountId,
  }),
  verifyByOAuth: z.object({
    type: z.literal('OAUTH'),
    id: credentialId,
    oidcToken: formed(MAX_TOKEN, /^[\w-]+(?:\.[\w-]*){2}$/),
    clientPublicKey,
    accountId,
    attempt,
  }),
  refreshBegin: z.object({
    id: sessionId,
    clientPublicKey,
    lineage: z.optional(ticket),
    accountId,
  }),
});

export const verifyByPasskey = z.object({
  type: z.literal('PASSKEY'),
  id: credentialId,
  ticket,
  assertion,
  accountId,
  attempt,
});

const clientPublicKey = formed(130, /^04[0-9a-fA-F]{128}$/);
const { challenge, refreshBegin, verifyByOAuth } = bodiesWithKey(clientPublicKey);

/** The body of each call. Fields that a schema does not have are dropped. */
const callBodies = {
  account: z.object({ accountId }),
  describe: z.object({ id: resourceId, accountId }),
  challenge,
  verify: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('EMAIL_OTP'),
      id: credentialId,
      otp: code,
      clientPublicKey,
      ticket: z.optional(ticket),
      accountId,
      attempt,
    }),
    verifyByOAuth,
    verifyByPasskey,
  ]),
  passkeyOptions: z.object({ nickname, accountId, lineage: z.optional(ticket) }),
  passkeyBegin: z.object({ ticket, nickname, attestation, lineage: z.optional(ticket) }),
  passkeyComplete: complete,
  refreshBegin,
  refreshComplete: complete,
  revokeBegin: z.object({
    id: z.union([sessionId, credentialId]),
    accountId,
    lineage: z.optional(ticket),
  }),
  revokeComplete: complete,
  actionBegin: z.object({
    action: z.string().check(z.minLength(1), z.maxLength(MAX_ACTION_NAME)),
    input: z.unknown(),
    accountId,
  }),
  actionComplete: complete,
} as const satisfies Readonly<Record<RelayCall, z.ZodMiniType>>;

export type CallBody<Call extends RelayCall> = z.output<(typeof callBodies)[Call]>;

export interface DialectBodies {
  readonly name: DialectName;
  readonly bodies: Readonly<Partial<Record<RelayCall, z.ZodMiniType>>>;
}

/** Refuses a body in the words of another dialect. @throws RelayRefusal 400 */
function requireDialect(body: unknown, dialect: DialectName | undefined): void {
  const { encryptedOtpBundle, otp, clientPublicKey: key } = Object(body);
  const isKey = (form: RegExp) => typeof key === 'string' && form.test(key);
  const isNewer = encryptedOtpBundle !== undefined || isKey(/^0[23]/);
  const isOlder = otp !== undefined || isKey(/^04/);
  if (dialect === undefined ? !isNewer : !isOlder) return;
  const [own, other] =
    dialect === undefined ? ['no dialect', 'one'] : [`the dialect ${dialect}`, 'none'];
  throw invalidInput(
    `The relay has ${own}, and the wallet ${other}: give both the same \`dialect\`.`,
  );
}

/**
 * The body of a call, once it has the form of the protocol.
 *
 * @throws RelayRefusal 400 that names the first field that is wrong, and never its value
 */
export function parseBody<Call extends RelayCall>(
  call: Call,
  body: unknown,
  dialect?: DialectBodies,
): CallBody<Call> {
  const schema = dialect?.bodies[call] ?? callBodies[call];
  const result = schema.safeParse(body);
  if (result.success) return result.data as CallBody<Call>;
  requireDialect(body, dialect?.name);
  const [issue] = schemaIssues(schema, body);
  throw invalidInput(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`);
}
