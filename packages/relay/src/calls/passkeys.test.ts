import { describe, expect, it } from 'vitest';
import { json, networkError, refusal } from '../../../sdk/test/scripted-service.ts';
import { type AttestationFields, attestationOf, registrationOf } from '../../test/attestation.ts';
import { callRelay, ORIGIN, testRelay } from '../../test/call-relay.ts';
import { type Answers, twoLegs } from '../../test/fake-platform.ts';

interface Options {
  readonly ticket: string;
  readonly expiresAt: string;
  readonly options: {
    readonly challenge: string;
    readonly user: { readonly id: string };
    readonly excludeCredentials: readonly { readonly id: string }[];
  };
}

const CREATE = 'POST /auth/credentials';
const created = {
  id: 'AuthMethod:new',
  accountId: 'InternalAccount:ada',
  type: 'PASSKEY',
  nickname: 'Laptop',
  credentialId: 'AQID',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};
const creates: Answers = { [CREATE]: twoLegs(() => json(201, created)) };

async function optionsOf(setup: ReturnType<typeof testRelay>): Promise<Options> {
  const { body } = await callRelay<Options>(setup.relay, 'passkeyOptions', { nickname: 'Laptop' });
  return body;
}

async function begin(
  setup: ReturnType<typeof testRelay>,
  { ticket, options }: Options,
  fields: Partial<AttestationFields> = {},
) {
  const expected = { challenge: options.challenge, origin: ORIGIN, rpId: 'app.example.com' };
  const attestation = await attestationOf({ ...expected, ...fields });
  return callRelay(setup.relay, 'passkeyBegin', { ticket, nickname: 'Laptop', attestation });
}

describe('passkeyOptions', () => {
  it("requests a passkey for the platform's RP ID, and excludes existing ones", async () => {
    const body = await optionsOf(testRelay());
    expect(body).toEqual({
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp: { id: 'app.example.com', name: 'app.example.com' },
        user: {
          id: expect.stringMatching(/^[\w-]{43}$/),
          name: 'ada@example.com',
          displayName: 'ada@example.com',
        },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        excludeCredentials: [{ type: 'public-key', id: 'a2V5' }],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: 300_000,
      },
      ticket: expect.any(String),
      expiresAt: '2026-01-05T09:05:00.000Z',
      issuedAt: '2026-01-05T09:00:00.000Z',
    });
  });

  it('makes a new challenge each time, and the same user handle on every instance', async () => {
    const [one, other] = [await optionsOf(testRelay()), await optionsOf(testRelay())];
    expect(one.options.challenge).not.toBe(other.options.challenge);
    expect(one.options.user.id).toBe(other.options.user.id);
  });

  it('uses the names of the user and the platform', async () => {
    const user = { id: 'ada', customerId: 'Customer:ada', name: 'ada', displayName: 'Ada' };
    const { relay } = testRelay(
      {},
      { authenticate: () => user, rpName: 'Example', rpId: 'example.com' },
    );
    const { body } = await callRelay(relay, 'passkeyOptions', { nickname: 'x' });
    expect(body.options).toMatchObject({
      rp: { id: 'example.com', name: 'Example' },
      user: { name: 'ada', displayName: 'Ada' },
    });
  });
});

describe('a registration', () => {
  it('sends the issued challenge to the service, and returns the credential', async () => {
    const setup = testRelay(creates);
    const options = await optionsOf(setup);
    const begun = await begin(setup, options);
    expect(begun.body.status).toBe('challenge');
    const { ticket } = begun.body;
    const { body } = await callRelay(setup.relay, 'passkeyComplete', { ticket, stamp: 'c3RhbXA' });
    expect(body).toEqual({ result: created });
    const [leg1, leg2] = setup.writes();
    expect(leg2?.body).toBe(leg1?.body);
    expect(JSON.parse(leg1?.body ?? '')).toEqual({
      type: 'PASSKEY',
      accountId: 'InternalAccount:ada',
      challenge: options.options.challenge,
      nickname: 'Laptop',
      attestation: expect.objectContaining({ credentialId: 'AQID', transports: ['internal'] }),
    });
  });

  it.each<[string, Partial<AttestationFields>]>([
    ['has another challenge than the ticket', { challenge: 'b3RoZXI' }],
    ['was made on another origin', { origin: 'https://evil.example.com' }],
    ['was made for another relying party', { rpId: 'example.com' }],
    ['the client data is not of type webauthn.create', { type: 'webauthn.get' }],
    ['was made in a frame of another origin', { crossOrigin: true }],
    ['was made without user presence', { flags: 0x44 }],
    ['was made without user verification', { flags: 0x41 }],
    ['cannot be read', { flags: 0x05 }],
  ])('is refused with the message: %s', async (message, fields) => {
    const isPlace = fields.origin !== undefined || fields.crossOrigin === true;
    const setup = testRelay(creates);
    const { status, body } = await begin(setup, await optionsOf(setup), fields);
    expect([status, body.code]).toEqual([400, isPlace ? 'CEREMONY_ORIGIN' : 'INVALID_INPUT']);
    expect(body.message).toContain(message);
    expect(setup.writes()).toEqual([]);
  });

  it('is refused when the credential id is not the one attested', async () => {
    const setup = testRelay(creates);
    const request = await registrationOf(setup.relay);
    const attestation = { ...request.attestation, credentialId: 'BAUG' };
    const { status } = await callRelay(setup.relay, 'passkeyBegin', { ...request, attestation });
    expect([status, setup.writes()]).toEqual([400, []]);
  });

  it('does not need user verification where the relay does not require it', async () => {
    const setup = testRelay(creates, { passkey: { userVerification: 'preferred' } });
    expect((await begin(setup, await optionsOf(setup), { flags: 0x41 })).status).toBe(200);
  });

  it('keeps its challenge where the service refused the registration', async () => {
    let isDown = true;
    const setup = testRelay({
      [CREATE]: () => (isDown ? networkError('ECONNREFUSED') : refusal(409, 'CONFLICT')),
    });
    const options = await optionsOf(setup);
    expect((await begin(setup, options)).status).toBe(503);
    isDown = false;
    expect((await begin(setup, options)).status).toBe(409);
  });
});
