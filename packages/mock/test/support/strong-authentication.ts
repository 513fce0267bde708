import { totpCode } from '../../src/areas/strong-authentication/factors.ts';
import type { MockOptions } from '../../src/index.ts';
import { createAuthenticator, type Misbehaviour } from '../../src/testing/index.ts';
import { open } from './api-test.ts';
import { between } from './payers.ts';

/** The code of the sandbox for everything that is sent. */
export const code = '123456';
const origin = 'http://localhost:3000';
export const endUserIpAddress = '203.0.113.7';
/** The fields of a customer who gets text messages. */
export const number = { phoneNumber: '+4915112345678' };

export interface ShownChallenge {
  readonly id: string;
  readonly passkeyAssertionOptions: { readonly challenge: string };
}

/**
 * Adds a customer of Germany who has to authenticate strongly, with 100 USD, a payee and short ways to
 * authenticate. Without a number, it has no factor.
 */
export async function scaScene(options: MockOptions = {}, fields: object = {}) {
  const api = await open({ strongAuthenticationRegions: ['DE'], ...options });
  const customer = api.mock.add.customer({ region: 'DE', ...fields });
  const customerId = customer.id;
  const { id: source } = api.mock.add.internalAccount({ customerId, available: 100_00 });
  const { id: payee } = api.mock.add.externalAccount({ customerId });
  const authenticator = createAuthenticator();
  const send = (method: string, path: string, body?: object, id: string = customerId) =>
    api.send(method, `/sca/${path}?customerId=${id}`, body);
  /** Returns the code that an app shows now, or at another time in seconds from now. */
  const codeOf = (secret: string, seconds = 0) =>
    totpCode(secret, api.mock.clock.now() + seconds * 1000);
  /** Returns the body that confirms a passkey, which is made for an enrollment that begins now. */
  const newPasskey = async (id?: string, device = authenticator) => {
    const { options } = (await send('POST', 'factors', { type: 'PASSKEY' }, id)).body;
    const made = await device.register(options as { challenge: string });
    const { clientDataJson: clientDataJSON, attestationObject, credentialId } = made;
    return {
      type: 'PASSKEY',
      origin,
      credential: { id: credentialId, response: { clientDataJSON, attestationObject } },
    };
  };
  const begin = async (factor: string, id?: string) => {
    const { body } = await send('POST', 'login/start', { factor }, id);
    const { challenge = '' } = (body.passkeyOptions ?? {}) as { challenge?: string };
    return { ...body, challenge } as { challenge: string; challengeId?: string };
  };
  const complete = (factor: string, proof: object) =>
    send('POST', 'login/complete', { factor, endUserIpAddress, ...proof });
  return {
    ...{ api, customer, source, payee, send, codeOf, newPasskey },
    /** Starts a login; `challenge` is what a passkey signs. */
    begin,
    complete,
    async logIn(factor = 'SMS_OTP', proof: object = { code }) {
      const { challengeId } = await begin(factor);
      return complete(factor, { challengeId, ...proof });
    },
    async enrollApp(id?: string) {
      const { secret } = (await send('POST', 'factors', { type: 'TOTP' }, id)).body;
      const body = { type: 'TOTP', secret, code: codeOf(String(secret)) };
      const { recoveryCodes } = (await send('POST', 'factors/confirm', body, id)).body;
      return { secret: String(secret), recoveryCodes: recoveryCodes as string[] };
    },
    async enrollPasskey() {
      const body = await newPasskey();
      await send('POST', 'factors/confirm', body);
      return body.credential.id;
    },
    /** Returns what answers the challenge of a passkey. */
    async sign(challenge: string, misbehaviour?: Misbehaviour, more: object = {}) {
      const made = await authenticator.authenticate({ challenge }, misbehaviour);
      const { credentialId: id, clientDataJson: clientDataJSON, ...rest } = made;
      const { authenticatorData, signature } = rest;
      const response = { clientDataJSON, authenticatorData, signature, ...more };
      return { passkeyAssertion: { id, response }, origin };
    },
    /** Returns a quote of 40 USD for the payee. */
    async quote(more: object = {}) {
      return (await api.send('POST', '/quotes', between(source, payee, 40_00, more))).body;
    },
    /** Starts to trust an account, or to end that; returns the challenge and how it is confirmed. */
    async changeTrust(id: string, verb: string) {
      const path = `/customers/external-accounts/${id}/${verb}`;
      const reply = await api.send('POST', path);
      const { scaChallenge } = reply.body as { scaChallenge: ShownChallenge };
      const confirm = (proof: object = { code }) =>
        api.send('POST', `${path}/confirm`, { challengeId: scaChallenge.id, ...proof });
      return { reply, scaChallenge, confirm };
    },
  };
}
