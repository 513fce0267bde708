import { base64urlToBytes } from '@org/payments-crypto';
import { describe, expect, test } from 'vitest';
import { createMock } from '../mock.ts';
import * as publicApi from './index.ts';
import { createAuthenticator, createIdentityProvider } from './index.ts';

const challenge = 'Y2hhbGxlbmdl';
const json = (text: string) => JSON.parse(new TextDecoder().decode(base64urlToBytes(text)));

async function script(seed: string): Promise<string> {
  const authenticator = createAuthenticator({ seed });
  const first = await authenticator.register({ challenge });
  const second = await authenticator.register({ challenge });
  const assertion = await authenticator.authenticate({ challenge });
  return JSON.stringify([first, second, assertion, authenticator.passkeys]);
}

test('the entry exports these names', () => {
  expect(Object.keys(publicApi).sort()).toEqual([
    'createAuthenticator',
    'createIdentityProvider',
    'equalBodiesOnBothLegs',
    'everyChallengeAnswered',
    'noSignatureOnFirstLeg',
    'oneChangePerChallenge',
  ]);
});

describe('createAuthenticator', () => {
  test('the same seed produces the same bytes, signatures included', async () => {
    expect(await script('a')).toBe(await script('a'));
    expect(await script('a')).not.toBe(await script('b'));
  });

  test('the client data names the page', async () => {
    const authenticator = createAuthenticator({ origin: 'https://app.example.com' });
    const { clientDataJson } = await authenticator.register({ challenge });
    expect(json(clientDataJson)).toEqual({
      type: 'webauthn.create',
      challenge,
      origin: 'https://app.example.com',
      crossOrigin: false,
    });
    expect(authenticator.passkeys[0]?.rpId).toBe('app.example.com');
  });

  test('it does not show a private key', async () => {
    const authenticator = createAuthenticator();
    await authenticator.register({ challenge });
    expect(Object.keys(authenticator.passkeys[0] ?? {}).sort()).toEqual([
      'counter',
      'credentialId',
      'publicKey',
      'rpId',
      'userHandle',
    ]);
  });

  test('an excluded credential is not created again', async () => {
    const authenticator = createAuthenticator();
    const { credentialId: id } = await authenticator.register({ challenge });
    const again = authenticator.register({ challenge, excludeCredentials: [{ id }] });
    await expect(again).rejects.toMatchObject({ name: 'InvalidStateError' });
    expect(authenticator.passkeys).toHaveLength(1);
  });

  test('the newest discoverable passkey of the relying party is used, with its user handle', async () => {
    const authenticator = createAuthenticator();
    const user = { id: 'dXNlci0x' };
    await authenticator.register({ challenge });
    const { credentialId } = await authenticator.register({ challenge, user });
    await authenticator.register({ challenge, rp: { id: 'example.com' } });
    const assertion = await authenticator.authenticate({ challenge });
    expect(assertion).toMatchObject({ credentialId, userHandle: 'dXNlci0x' });
  });

  test('an allowed passkey is used, and a missing one is an error', async () => {
    const authenticator = createAuthenticator();
    const { credentialId: id } = await authenticator.register({ challenge });
    await authenticator.register({ challenge });
    const allowed = await authenticator.authenticate({ challenge, allowCredentials: [{ id }] });
    expect(allowed.credentialId).toBe(id);
    const missing = authenticator.authenticate({ challenge, allowCredentials: [{ id: 'eA' }] });
    await expect(missing).rejects.toMatchObject({ name: 'NotAllowedError' });
  });

  test('without resident keys a passkey is found by its id only', async () => {
    const authenticator = createAuthenticator({ residentKeys: false });
    const { credentialId: id } = await authenticator.register({ challenge });
    const discover = authenticator.authenticate({ challenge });
    await expect(discover).rejects.toMatchObject({ name: 'NotAllowedError' });
    const assertion = await authenticator.authenticate({ challenge, allowCredentials: [{ id }] });
    expect(assertion).not.toHaveProperty('userHandle');
  });

  test('the counter counts successful ceremonies, and can be switched off', async () => {
    const [counting, other] = [createAuthenticator(), createAuthenticator({ counter: false })];
    for (const authenticator of [counting, other]) {
      await authenticator.register({ challenge });
      await authenticator.authenticate({ challenge });
      await authenticator.authenticate({ challenge }, { counter: 0 });
      await authenticator.authenticate({ challenge });
    }
    expect(counting.passkeys[0]?.counter).toBe(2);
    expect(other.passkeys[0]?.counter).toBe(0);
  });

  test('its passkeys can be put into a mock without a ceremony', async () => {
    const mock = createMock();
    const authenticator = createAuthenticator();
    await authenticator.register({ challenge });
    const { account } = mock.add.wallet();
    const [passkey] = authenticator.passkeys;
    const credential = mock.add.credential({
      accountId: account.id,
      type: 'PASSKEY',
      nickname: 'Key',
      ...(passkey && { credentialId: passkey.credentialId, passkey }),
    });
    expect(credential).toMatchObject({ type: 'PASSKEY', credentialId: passkey?.credentialId });
    expect(credential).not.toHaveProperty('passkey');
  });
});

describe('createIdentityProvider', () => {
  const clock = { now: () => 1_767_603_600_500 };
  const clientPublicKey = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

  test('a token is issued now, for the client key, with any claim replaced', () => {
    const provider = createIdentityProvider({ clock });
    const [header = '', claims = '', signature] = provider
      .issue('ada', { clientPublicKey, aud: ['x'], email: undefined })
      .split('.');
    expect(json(header)).toMatchObject({ alg: 'RS256' });
    expect(signature).toBeTruthy();
    expect(json(claims)).toEqual({
      iss: 'https://accounts.google.com',
      aud: ['x'],
      sub: 'ada',
      iat: 1_767_603_600,
      exp: 1_767_607_200,
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("issuer and audience are the provider's", () => {
    const options = { clock, issuer: 'https://appleid.apple.com', audience: 'app' };
    const provider = createIdentityProvider(options);
    const [, claims = ''] = provider.issue('ada').split('.');
    expect(json(claims)).toMatchObject({ iss: provider.issuer, aud: provider.audience });
    expect(json(claims)).not.toHaveProperty('nonce');
  });
});
