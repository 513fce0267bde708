import type { AuthMethod, PasskeyAuthChallenge } from '@org/payments-contract';
import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import { ContractError } from '@org/payments-sdk';
import type { CallBody } from '../checks/bodies.ts';
import { recipientKey } from '../limits/rate-limits.ts';
import type { PasskeyChallengeResponse } from '../protocol/index.ts';
import { afterAccepted } from '../refusals/error-refusals.ts';
import { invalidInput, wholeSeconds } from '../refusals/refusal.ts';
import { requireMatchingCredential } from './from-service.ts';
import { ticketEnd } from './pending.ts';
import {
  bindingOf,
  type CallHandler,
  iso,
  type RelayContext,
  type RelayRequest,
} from './relay-context.ts';

/** The contents of the ticket of a passkey sign-in. */
export interface AssertionContent {
  /** `AuthMethod:...` */
  readonly id: string;
  /** Of the service's challenge. */
  readonly requestId: string;
}

/** The contents of the ticket of a code: the user's own credential, as it was read. */
export type CodeContent = Pick<AuthMethod, 'id' | 'accountId' | 'type'>;

/** Milliseconds the browser allows the person. */
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
  request: RelayRequest<CallBody<'challenge'>>,
  credential: AuthMethod,
): Promise<PasskeyChallengeResponse> {
  const { credentialId } = credential;
  const { clientPublicKey } = request.body;
  if (clientPublicKey === undefined) throw invalidInput('clientPublicKey: missing');
  const issued = await payments.credentials.challenge({ id: credential.id, clientPublicKey });
  if (!('challenge' in issued) || credentialId === undefined) {
    const message = 'The service returned no challenge for a passkey.';
    throw new ContractError(message, { operation: 'credentials.challenge' });
  }
  const { challenge, requestId, expiresAt } = issued as PasskeyAuthChallenge;
  const now = settings.now();
  const end = ticketEnd(now, expiresAt);
  const content: AssertionContent = { id: credential.id, requestId };
  const binding = bindingOf(request, 'verify');
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

/** An e-mail address as `a•••@example.com`: whoever knows it recognizes it, and nobody else learns it. */
function maskedAddress(address: string): string {
  const [first = ''] = address;
  const at = address.lastIndexOf('@');
  return at > 0 ? `${first}•••${address.slice(at)}` : `${first}•••`;
}

/** Sends an e-mail code, or issues the challenge of a passkey. */
export const challenge: CallHandler<'challenge'> = async (relay, request) => {
  const { ownership, settings, tickets } = relay;
  const { user, body, address } = request;
  const credential =
    body.id === undefined
      ? await ownership.newestAddress(request, body.accountId)
      : await ownership.credential(request, body.id, body.accountId);
  if (credential.type === 'PASSKEY') return passkeyChallenge(relay, request, credential);
  if (credential.type !== 'EMAIL_OTP') {
    throw invalidInput('id: this kind of credential has no challenge');
  }
  const { id, accountId, type, nickname } = credential;
  const wait = await relay.limits.countAll([
    ['codes', id],
    ['codesPerRecipient', await recipientKey(nickname)],
    ['codesPerUser', user.id],
    ['codesPerAddress', address],
  ]);
  const sent = await relay.payments.credentials.challenge({ id });
  const dialectFields = await afterAccepted(() => {
    requireMatchingCredential(sent, credential);
    return request.dialect?.codeFields(sent);
  });
  const content: CodeContent = { id, accountId, type };
  const expiresAt = settings.now() + CEREMONY_TIMEOUT;
  return {
    type: 'EMAIL_OTP',
    id,
    ticket: await tickets.seal({ ...bindingOf(request, 'verify'), content, expiresAt }),
    nickname: maskedAddress(nickname),
    ...dialectFields,
    ...(wait !== undefined && { retryAfter: wholeSeconds(wait) }),
  };
};
