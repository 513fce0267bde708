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

test.each([['SMS_OTP'], ['TOTP'], ['PASSKEY']])(
  'rule 141: a login by %s returns its status and its end',
  async (factor) => {
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
    const { challengeId, passkeyOptions } = (await send('login/start', { factor })).body;
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
