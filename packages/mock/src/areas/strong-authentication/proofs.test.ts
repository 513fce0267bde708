import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid } from '../../../test/support/open-mock.ts';
import { createAuthenticator } from '../../testing/index.ts';

test.each([['trust'], ['untrust']])('rule 148: to %s an account needs the proof', async (verb) => {
  const api = await open({ strongAuthenticationRegions: ['DE'] });
  const customer = api.mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const { id } = api.mock.add.externalAccount({ customerId: customer.id });
  const path = `/customers/external-accounts/${id}`;
  const confirm = async (change: string, code: string) => {
    const { scaChallenge } = (await api.send('POST', `${path}/${change}`)).body as {
      scaChallenge: { id: string };
    };
    const proof = { challengeId: scaChallenge.id, code };
    return api.send('POST', `${path}/${change}/confirm`, proof);
  };
  if (verb === 'untrust') await confirm('trust', '123456');
  expectInvalid(await confirm(verb, '000001'), 'code');
  const done = await confirm(verb, '123456');
  expect(done.body).toEqual({ trusted: verb === 'trust' });
});

test.each([
  ['SMS_OTP', 'challengeId expiresAt'],
  ['TOTP', ''],
  ['PASSKEY', 'passkeyOptions allowedOrigins relyingPartyId'],
])(
  'rule 141: a login by %s begins with what it needs, and returns its status and its end',
  async (factor, material) => {
    const api = await open({ strongAuthenticationRegions: ['DE'] });
    const { id } = api.mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
    const send = (path: string, body: object) =>
      api.send('POST', `/sca/${path}?customerId=${id}`, body);
    const code = '123456';
    const origin = 'http://localhost:3000';
    const authenticator = createAuthenticator();
    const prove = async (challenge: string, credentialId: string) => {
      const { clientDataJson: clientDataJSON, ...rest } = await authenticator.authenticate({
        challenge,
      });
      const response = {
        clientDataJSON,
        authenticatorData: rest.authenticatorData,
        signature: rest.signature,
      };
      return { passkeyAssertion: { id: credentialId, response }, origin };
    };
    const { secret } = (await send('factors', { type: 'TOTP' })).body;
    await send('factors/confirm', { type: 'TOTP', secret, code });
    const { options } = (await send('factors', { type: 'PASSKEY' })).body;
    const made = await authenticator.register(options as { challenge: string });
    const { clientDataJson: clientDataJSON, attestationObject, credentialId } = made;
    const credential = { id: credentialId, response: { clientDataJSON, attestationObject } };
    await send('factors/confirm', { type: 'PASSKEY', origin, credential });
    const begun = (await send('login/start', { factor })).body;
    expect(Object.keys(begun).join(' ')).toBe(`factor ${material}`.trim());
    const { challengeId, passkeyOptions } = begun;
    const challenge = (passkeyOptions as { challenge: string } | undefined)?.challenge;
    const proof =
      challenge === undefined ? { code, challengeId } : await prove(challenge, credentialId);
    const done = await send('login/complete', {
      factor,
      endUserIpAddress: '203.0.113.7',
      ...proof,
    });
    expect(done.body).toEqual({ status: 'SUCCESS', sessionExpiresAt: '2026-01-05T09:15:00.000Z' });
  },
);

test.each([['login'], ['trust'], ['payment']])(
  'rule 147: the challenge of a %s is answered before its end, and not from then on',
  async (kind) => {
    const hour = 3_600_000;
    const api = await open({ strongAuthenticationRegions: ['DE'], quoteLifetime: hour });
    const customer = { region: 'DE', phoneNumber: '+4915112345678' };
    const { id: customerId } = api.mock.add.customer(customer);
    const accountId = api.mock.add.internalAccount({ customerId, available: 100 }).id;
    const payee = api.mock.add.externalAccount({ customerId }).id;
    const code = '123456';
    const factor = 'SMS_OTP';
    const endUserIpAddress = '203.0.113.7';
    const login = (step: string, body: object) =>
      api.send('POST', `/sca/login/${step}?customerId=${customerId}`, { factor, ...body });
    const logIn = (challengeId: unknown) =>
      login('complete', { challengeId, code, endUserIpAddress });
    const path = `/customers/external-accounts/${payee}/trust`;
    const quote = {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10, immediatelyExecute: true },
    };
    const begin = async () => {
      const first = await login('start', {});
      if (kind === 'login') return () => logIn(first.body.challengeId);
      await logIn(first.body.challengeId);
      const { id, scaChallenge } = (
        await (kind === 'trust' ? api.send('POST', path) : api.send('POST', '/quotes', quote))
      ).body;
      if (kind === 'payment') return () => api.send('POST', `/quotes/${id}/authorize`, { code });
      const { id: challengeId } = scaChallenge as { id: string };
      return () => api.send('POST', `${path}/confirm`, { challengeId, code });
    };
    const late = await begin();
    api.mock.clock.advance({ minutes: 5 });
    expectInvalid(await late(), 'challengeId');
    const early = await begin();
    api.mock.clock.advance({ milliseconds: 299_999 });
    expect((await early()).status).toBe(200);
  },
);
