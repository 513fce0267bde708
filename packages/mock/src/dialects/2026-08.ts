import type { SealedVerifyInput } from '@org/payments-contract';
import {
  bytesToBase64url,
  bytesToHex,
  type CodeAttempt,
  CryptoError,
  createCodeTarget,
  hexToBytes,
  openSealedCode,
} from '@org/payments-crypto';
import { updateCard } from '../areas/cards/index.ts';
import {
  type CredentialRecord,
  oneTimeCodes,
  requireCredential,
} from '../areas/credentials/credentials.ts';
import { challengeCredential, verifyCredential } from '../areas/credentials/index.ts';
import { requireCode } from '../areas/credentials/one-time-codes.ts';
import { createCredential } from '../areas/credentials/operations.ts';
import { markUsed, openSession, requireClientKey } from '../areas/sessions/sessions.ts';
import {
  type AnyBehaviour,
  type Call,
  type CallOf,
  lenient,
  type Plan,
  type Result,
} from '../engine/behaviour.ts';
import { signatureHeaders } from '../engine/challenges.ts';
import { invalidField, unauthorized } from '../engine/refusal.ts';
import { CODE_KEY } from '../random.ts';
import type { World } from '../world.ts';

/** Adds to the response that sent a code the key to seal the code to, which is new with each code. */
async function withTarget(
  { world, write }: Call<unknown>,
  id: string,
  result: Result,
): Promise<Result> {
  const sent = oneTimeCodes.in(world).get(id);
  if (sent === undefined) return result;
  const { scalar } = world.random.keyPair('code-target');
  write.update(oneTimeCodes, sent, { target: bytesToHex(scalar) });
  const signingScalar = world.random.fixed(CODE_KEY);
  const otpEncryptionTargetBundle = await createCodeTarget(scalar, signingScalar);
  return { ...result, body: { ...(result.body as object), otpEncryptionTargetBundle } };
}

/** Opens the code of an attempt. @throws Refusal 400, 401 */
async function openedCode(
  { world }: Call<unknown>,
  id: string,
  encryptedOtpBundle: string,
): Promise<CodeAttempt> {
  const target = oneTimeCodes.in(world).get(id)?.target;
  if (target === undefined) {
    throw unauthorized('noOutstandingOtp', `No code is outstanding for ${id}. Send one first.`);
  }
  try {
    return await openSealedCode(encryptedOtpBundle, hexToBytes(target));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw invalidField('encryptedOtpBundle', 'does not open with the key of the last challenge');
  }
}

type VerifyCall = Call<SealedVerifyInput & { readonly type: 'EMAIL_OTP' }>;

/** The text that the sealed key signs: a token of three parts, which only the service reads. */
function verificationToken({ random }: World): string {
  const part = () => bytesToBase64url(random.bytes('verification-token', 48));
  return `${part()}.${part()}.${part()}`;
}

/** The first leg uses the code up and binds the sealed key, whose stamp then makes it the session's. */
function planSealed(call: VerifyCall, credential: CredentialRecord): Plan {
  const { id, accountId, type } = credential;
  const isStamped = signatureHeaders(call.headers).stamp !== null;
  const opened = call.proved as CodeAttempt | undefined;
  const publicKey = opened?.publicKey ?? String(call.bound?.publicKey);
  return {
    signers: { accountIds: [accountId], publicKey },
    challengeFields: { type },
    binds: { publicKey },
    get payload() {
      return verificationToken(call.world);
    },
    prove: async () =>
      isStamped ? undefined : openedCode(call, id, call.input.encryptedOtpBundle),
    check() {
      if (opened === undefined) return;
      requireCode(call, id, opened.code);
      markUsed(call, requireClientKey(call, publicKey));
    },
    apply: () => openSession(call, credential, publicKey),
  };
}

/** What the mock does differently in the dialect `2026-08`, with the rows of that name. */
export const behaviours: Readonly<Record<string, AnyBehaviour>> = {
  'credentials.create'(call: CallOf<'credentials.create'>) {
    const plan = createCredential(call);
    return {
      ...plan,
      apply() {
        const result = plan.apply();
        return withTarget(call, (result.body as CredentialRecord).id, result);
      },
    };
  },
  'credentials.challenge'(call: CallOf<'credentials.challenge'>) {
    return withTarget(call, call.input.id, challengeCredential(call));
  },
  'credentials.verify': lenient((call: CallOf<'credentials.verify'>) => {
    const credential = requireCredential(call, call.input.id);
    const isCode = call.input.type === 'EMAIL_OTP' && credential.type === 'EMAIL_OTP';
    if (isCode) return planSealed(call as unknown as VerifyCall, credential);
    return { signers: 'none', apply: () => verifyCredential(call) };
  }),
  /** Cards are changed by the platform's credential alone, at once. */
  'cards.update'(call: CallOf<'cards.update'>) {
    const plan = updateCard(call);
    plan.check?.();
    return plan.apply();
  },
};
