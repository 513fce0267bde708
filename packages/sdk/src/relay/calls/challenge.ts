import type {
  AuthMethod,
  PasskeyAuthChallenge,
  PasskeyChallengeResponse,
} from '@org/payments-contract';
import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import { ContractError } from '../../errors/network-errors.ts';
import { clientPublicKey, id } from '../fields.ts';
import { invalidInput } from '../refusal.ts';
import { type CallHandler, iso, type RelayContext, type RelayRequest } from '../relay-context.ts';
import { ticketEnd } from '../tickets/pending.ts';

/** What the ticket of a passkey sign-in holds. */
export interface AssertionContent {
  /** `AuthMethod:...` */
  readonly id: string;
  /** Of the service's challenge. */
  readonly requestId: string;
}

/** Milliseconds the browser gives the person. */
export const CEREMONY_TIMEOUT = 300_000;

function challengeBytes(challenge: string, encoding: 'base64url' | 'utf8'): string {
  if (encoding === 'utf8') return bytesToBase64url(new TextEncoder().encode(challenge));
  try {
    return bytesToBase64url(base64urlToBytes(challenge.replace(/=+$/, '')));
  } catch (cause) {
    const message = "The service's challenge is not base64url: see `challengeEncoding`.";
    throw new ContractError(message, { operation: 'credentials.challenge', cause });
  }
}

async function passkeyChallenge(
  { payments, settings, tickets }: RelayContext,
  { user, origin, body }: RelayRequest,
  credential: AuthMethod,
): Promise<PasskeyChallengeResponse> {
  const { credentialId } = credential;
  const key = clientPublicKey(body);
  const answer = await payments.credentials.challenge({
    id: credential.id,
    clientPublicKey: key,
  });
  if (!('challenge' in answer) || credentialId === undefined) {
    const message = 'The service gave no challenge for a passkey.';
    throw new ContractError(message, { operation: 'credentials.challenge' });
  }
  const { challenge, requestId, expiresAt } = answer as PasskeyAuthChallenge;
  const now = settings.now();
  const end = ticketEnd(now, expiresAt);
  const content: AssertionContent = { id: credential.id, requestId };
  const binding = { call: 'verify', userId: user.id, origin } as const;
  return {
    type: 'PASSKEY',
    options: {
      challenge: challengeBytes(challenge, settings.challengeEncoding),
      rpId: settings.rpId,
      allowCredentials: [{ type: 'public-key', id: credentialId }],
      userVerification: settings.userVerification,
      timeout: CEREMONY_TIMEOUT,
    },
    ticket: await tickets.seal({ ...binding, content, expiresAt: end }),
    expiresAt: iso(end),
    issuedAt: iso(now),
  };
}

/** Sends an e-mail code, or issues the challenge of a passkey. */
export const challenge: CallHandler<'challenge'> = async (relay, request) => {
  const credential = await relay.ownership.credential(request.user, id(request.body, 'AuthMethod'));
  if (credential.type === 'PASSKEY') return passkeyChallenge(relay, request, credential);
  if (credential.type !== 'EMAIL_OTP') {
    throw invalidInput('id: this kind of credential has no challenge');
  }
  const retryAfter = await relay.limits.count('codes', credential.id);
  await relay.payments.credentials.challenge({ id: credential.id });
  const { nickname } = credential;
  return { type: 'EMAIL_OTP', nickname, ...(retryAfter !== undefined && { retryAfter }) };
};
