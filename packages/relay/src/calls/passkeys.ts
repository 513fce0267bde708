import type { AuthMethod } from '@org/payments-contract';
import { bytesToBase64url } from '@org/payments-crypto';
import { checkRegistration } from '../checks/check-registration.ts';
import { afterAccepted } from '../refusals/error-refusals.ts';
import { RelayRefusal } from '../refusals/refusal.ts';
import { CEREMONY_TIMEOUT } from './challenge.ts';
import { credentialView } from './from-service.ts';
import { signInOf } from './lineage.ts';
import { completeLast, openPending, respondToBegin } from './pending.ts';
import { bindingOf, type CallHandler, iso } from './relay-context.ts';

interface RegistrationContent {
  readonly accountId: string;
  /** base64url of 32 random bytes. */
  readonly challenge: string;
  /** The sign-in that asked. */
  readonly family?: string | undefined;
}

const CHALLENGE_BYTES = 32;
const transportNames = ['usb', 'nfc', 'ble', 'internal', 'hybrid'] as const;
/** ES256 first, then RS256, which Windows Hello needs. */
const algorithms = [-7, -257];

/** The same for every passkey of an account and on every instance; reveals nothing about the person. */
async function userHandle(accountId: string): Promise<string> {
  const text = new TextEncoder().encode(`payments-relay user handle v1 ${accountId}`);
  return bytesToBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

/** Options of a registration, with a challenge bound to user, sign-in, account, origin and RP. */
export const passkeyOptions: CallHandler<'passkeyOptions'> = async (relay, request) => {
  const { ownership, settings, tickets } = relay;
  const { user, body } = request;
  const accountId = await ownership.account(request, body.accountId);
  const credentials = await ownership.credentialsOf(request, accountId);
  const challenge = bytesToBase64url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
  const family = await signInOf(relay, request);
  const content: RegistrationContent = { accountId, challenge, family };
  const email = credentials.find(({ type }) => type === 'EMAIL_OTP')?.nickname;
  const name = user.name ?? email ?? body.nickname;
  const now = settings.now();
  const expiresAt = now + CEREMONY_TIMEOUT;
  const binding = bindingOf(request, 'passkeyBegin');
  return {
    options: {
      challenge,
      rp: { id: settings.rpId, name: settings.rpName },
      user: { id: await userHandle(accountId), name, displayName: user.displayName ?? name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: credentials.flatMap(({ type, credentialId }) =>
        type === 'PASSKEY' && credentialId !== undefined
          ? [{ type: 'public-key', id: credentialId }]
          : [],
      ),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: settings.userVerification,
      },
      attestation: 'none',
      timeout: CEREMONY_TIMEOUT,
    },
    ticket: await tickets.seal({ ...binding, content, expiresAt }),
    expiresAt: iso(expiresAt),
    issuedAt: iso(now),
  };
};

/** Leg 1 of a registration: uses up the challenge, unless the service refused the request. */
export const passkeyBegin: CallHandler<'passkeyBegin'> = async (relay, request) => {
  const { limits, ownership, payments, settings, tickets } = relay;
  const { origin, body } = request;
  const { nickname, attestation } = body;
  const binding = bindingOf(request, 'passkeyBegin');
  const content = await tickets.open<RegistrationContent>(body.ticket, binding);
  const { accountId, challenge } = content;
  if (content.family !== (await signInOf(relay, request))) {
    const message = 'The ticket was issued to another session.';
    throw new RelayRefusal(400, 'TICKET_INVALID', { message });
  }
  await ownership.requireAccount(request, accountId);
  const requireUserVerification = settings.userVerification === 'required';
  const { rpId, topOrigins } = settings;
  const expected = { challenge, origin, rpId, topOrigins, requireUserVerification };
  await checkRegistration(attestation, expected);
  if (!(await limits.spend(challenge))) {
    throw new RelayRefusal(400, 'TICKET_INVALID', { message: 'The challenge has been used.' });
  }
  const transports = transportNames.filter((name) => attestation.transports.includes(name));
  const input = {
    accountId,
    challenge,
    nickname,
    attestation: { ...attestation, transports },
  };
  try {
    const begun = await payments.credentials.create.begin({ type: 'PASSKEY', ...input });
    const next = { call: 'passkeyComplete', accountId, view: credentialView } as const;
    return await respondToBegin(relay, request, begun, next);
  } catch (error) {
    await limits.refund(challenge);
    throw error;
  }
};

/** Leg 2 of a registration. */
export const passkeyComplete: CallHandler<'passkeyComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'passkeyComplete');
  const credential = (await completeLast(relay, request, pending)) as AuthMethod;
  return { result: await afterAccepted(() => credentialView(credential)) };
};
