import { describe, expect, it } from 'vitest';
import { attestationOf } from '../../../test/relay/attestation.ts';
import { CLIENT_KEY, callRelay, ORIGIN, testRelay } from '../../../test/relay/call-relay.ts';
import { challenge, json } from '../../../test/scripted-service.ts';

const SHOP = 'https://shop.example';
const allowed = { passkey: { topOrigins: [SHOP] } };

/** A ceremony in a frame, as the browser's client data describes it. */
interface Frame {
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
}

async function register(frame: Frame, options: object) {
  const { relay, writes } = testRelay(
    { 'POST /auth/credentials': () => json(202, challenge) },
    options,
  );
  const asked = await callRelay<{ ticket: string; options: { challenge: string } }>(
    relay,
    'passkeyOptions',
    { nickname: 'Phone' },
  );
  const { ticket } = asked.body;
  const expected = {
    challenge: asked.body.options.challenge,
    origin: ORIGIN,
    rpId: 'app.example.com',
  };
  const attestation = await attestationOf({ ...expected, ...frame });
  const { status } = await callRelay(relay, 'passkeyBegin', {
    ticket,
    nickname: 'Phone',
    attestation,
  });
  return [status, writes().length];
}

async function signIn(frame: Frame, options: object) {
  const issued = {
    id: 'AuthMethod:ada-key',
    accountId: 'InternalAccount:ada',
    type: 'PASSKEY',
    nickname: 'Phone',
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    challenge: 'Y2hhbGxlbmdl',
    requestId: 'Request:1',
    expiresAt: '2026-01-05T09:05:00Z',
  };
  const { relay, writes } = testRelay(
    { 'POST /auth/credentials/AuthMethod:ada-key/challenge': () => json(200, issued) },
    options,
  );
  const id = 'AuthMethod:ada-key';
  const asked = await callRelay<{ ticket: string }>(relay, 'challenge', {
    id,
    clientPublicKey: CLIENT_KEY,
  });
  const clientData = { type: 'webauthn.get', challenge: 'Y2hhbGxlbmdl', origin: ORIGIN, ...frame };
  const clientDataJson = Buffer.from(JSON.stringify(clientData)).toString('base64url');
  const assertion = {
    credentialId: 'a2V5',
    clientDataJson,
    authenticatorData: 'YQ',
    signature: 'YQ',
  };
  const { ticket } = asked.body;
  await callRelay(relay, 'verify', { type: 'PASSKEY', id, ticket, assertion });
  // The challenge, and the verification if the relay forwarded it.
  return writes().length;
}

describe('a ceremony in a frame of another origin', () => {
  const foreign: Frame[] = [
    { crossOrigin: true },
    { crossOrigin: true, topOrigin: SHOP },
    { crossOrigin: true, topOrigin: 'https://evil.example' },
    { crossOrigin: false, topOrigin: 'https://evil.example' },
  ];

  it.each(foreign)('is refused unless the platform allows that origin: %o', async (frame) => {
    expect(await register(frame, {})).toEqual([400, 0]);
    expect(await signIn(frame, {})).toBe(1);
  });

  it('is accepted only from the origins the platform allows', async () => {
    const framed = { crossOrigin: true, topOrigin: SHOP };
    expect(await register(framed, allowed)).toEqual([200, 1]);
    expect(await signIn(framed, allowed)).toBe(2);
    for (const frame of foreign.filter(({ topOrigin }) => topOrigin !== SHOP)) {
      expect(await register(frame, allowed)).toEqual([400, 0]);
      expect(await signIn(frame, allowed)).toBe(1);
    }
  });

  it('is not the same as a ceremony in the page itself', async () => {
    expect(await register({}, {})).toEqual([200, 1]);
    expect(await signIn({ crossOrigin: false }, {})).toBe(2);
    expect(await signIn({}, {})).toBe(2);
  });
});
