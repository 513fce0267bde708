import type { AuthMethod } from '@org/payments-contract';
import { generateClientKey } from '@org/payments-crypto';
import { expect, vi } from 'vitest';
import type { Mock } from '../../src/index.ts';
import {
  type Authenticator,
  createAuthenticator,
  createIdentityProvider,
  type Misbehaviour,
  type TokenClaims,
} from '../../src/testing/index.ts';
import type { OpenMock } from './open-mock.ts';

const path = '/auth/credentials';
export const registrationChallenge = 'cmVnaXN0cmF0aW9uLWNoYWxsZW5nZQ';

export async function registration(
  authenticator: Authenticator,
  accountId: string,
  misbehaviour: Misbehaviour = {},
) {
  const challenge = registrationChallenge;
  const attestation = await authenticator.register({ challenge }, misbehaviour);
  return { type: 'PASSKEY', accountId, challenge, nickname: 'My phone', attestation };
}

/** Registers a passkey and prepares sign-ins with it. */
export async function passkeyScene(api: OpenMock) {
  const signedIn = await api.signIn();
  const authenticator = createAuthenticator();
  const body = await registration(authenticator, signedIn.account.id);
  const registered = await api.signed('POST', path, body, signedIn.sessionKey);
  expect(registered.status).toBe(201);
  const passkey = registered.body as unknown as AuthMethod;
  const { publicKey: clientPublicKey } = await generateClientKey();
  const sendAssertion = (assertion: unknown, requestId?: string) =>
    api.send(
      'POST',
      `${path}/${passkey.id}/verify`,
      { type: 'PASSKEY', assertion },
      requestId === undefined ? {} : { 'request-id': requestId },
    );
  return {
    ...signedIn,
    authenticator,
    passkey,
    clientPublicKey,
    async challenge(key = clientPublicKey) {
      const body = { clientPublicKey: key };
      const reply = await api.send('POST', `${path}/${passkey.id}/challenge`, body);
      expect(reply.status).toBe(200);
      return reply.body as { challenge: string; requestId: string };
    },
    async verify(
      { challenge, requestId }: { challenge: string; requestId: string },
      misbehaviour?: Misbehaviour,
    ) {
      return sendAssertion(
        await authenticator.authenticate({ challenge }, misbehaviour),
        requestId,
      );
    },
    sendAssertion,
  };
}

export const identity = {
  iss: 'https://accounts.google.com',
  aud: 'platform-client-id',
  sub: 'user-1',
};

/** Returns a token of the test identity, issued now; claims that are undefined are left out. */
export function oidcToken(mock: Mock, claims: TokenClaims = {}): string {
  const provider = createIdentityProvider({ clock: mock.clock });
  return provider.issue(identity.sub, { email: 'ada@example.org', ...claims });
}

/** Does something the next time that the mock digests what it checks, such as a file or what a passkey signed. */
export function duringCheck(act: () => Promise<unknown>): void {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const checking = vi.spyOn(crypto.subtle, 'digest');
  checking.mockImplementationOnce(async (...given) => {
    checking.mockRestore();
    await act();
    return digest(...given);
  });
}
