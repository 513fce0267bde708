import { generateClientKey } from '@org/payments-crypto';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createAuthenticator } from '@org/payments-mock/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Browser,
  type BrowserChallenge,
  type BrowserSession,
  sessionOf,
} from './support/browser.ts';
import {
  ORIGIN,
  type RelaySetup,
  type RoundRobin,
  roundRobin,
  startRelayProcess,
} from './support/processes.ts';

const rpId = new URL(ORIGIN).hostname;
const mock = createMock({
  now: Date.now,
  checkResponses: true,
  strict: true,
  passkeyOrigins: [ORIGIN],
  passkeyRpIds: [rpId],
});
const customer = mock.add.customer({ email: 'ada@mail.example' });
const { account, credential } = mock.add.wallet({ customerId: customer.id });
const card = mock.add.card({ cardholderId: customer.id });
const authenticator = createAuthenticator({ origin: ORIGIN, rpId });

const closers: (() => Promise<void>)[] = [];
let balancer: RoundRobin;
let ada: Browser;
let session: BrowserSession;

beforeAll(async () => {
  const service = await listen(mock);
  const setup: RelaySetup = {
    connection: service.connection,
    secret: 'the secret of both processes, for tests only',
    users: [{ id: 'ada', customerId: customer.id }],
  };
  const relays = await Promise.all([startRelayProcess(setup), startRelayProcess(setup)]);
  expect(new Set([process.pid, ...relays.map(({ pid }) => pid)]).size).toBe(3);
  balancer = await roundRobin(relays.map(({ port }) => port));
  ada = new Browser(balancer.url, 'ada');
  closers.push(balancer.close, ...relays.map(({ stop }) => stop), service.close);
});

afterAll(async () => {
  for (const close of closers) await close();
});

/** Runs a flow and checks that each of its requests went to another process than the one before. */
async function crossing<Result>(requests: number, flow: () => Promise<Result>): Promise<Result> {
  const before = balancer.turns.length;
  const result = await flow();
  const ports = balancer.turns.slice(before);
  expect(ports).toHaveLength(requests);
  expect(ports.filter((port, index) => port === ports[index - 1])).toEqual([]);
  return result;
}

const stamped = async ({ ticket, payloadToSign }: BrowserChallenge) => ({
  ticket,
  stamp: await session.key.stamp(payloadToSign),
});

describe('two processes with one secret and no store', () => {
  it('sign in by code', async () => {
    const code = () => mock.outbox.at(-1)?.code;
    session = await crossing(2, () => ada.signIn(credential.id, code));
    const { sessions } = await ada.call('account', {});
    expect(sessions.map(({ id }) => id)).toEqual([session.id]);
  });

  it('carry out an action', async () => {
    await crossing(2, async () => {
      const request = { action: 'freezeCard', input: { cardId: card.id } };
      const begun = await ada.begin('actionBegin', request);
      const done = await ada.call('actionComplete', await stamped(begun));
      expect(done).toMatchObject({ result: { id: card.id, state: 'FROZEN' } });
    });
  });

  it('register a passkey', async () => {
    await crossing(3, async () => {
      const { options, ticket } = await ada.call('passkeyOptions', { nickname: 'Phone' });
      const attestation = await authenticator.register(options);
      const request = { ticket, nickname: 'Phone', attestation };
      const begun = await ada.begin('passkeyBegin', request);
      const { result } = await ada.call('passkeyComplete', await stamped(begun));
      expect(result).toMatchObject({ type: 'PASSKEY', accountId: account.id });
    });
  });

  it('sign in by passkey', async () => {
    const { credentials } = await ada.call('account', {});
    const id = credentials.find(({ type }) => type === 'PASSKEY')?.id ?? '';
    session = await crossing(2, async () => {
      const key = await generateClientKey();
      const challenge = await ada.call('challenge', { id, clientPublicKey: key.publicKey });
      if (challenge.type !== 'PASSKEY') throw new Error('No challenge for a passkey.');
      const { ticket, options } = challenge;
      const assertion = await authenticator.authenticate(options);
      const opened = await ada.call('verify', { type: 'PASSKEY', id, ticket, assertion });
      return sessionOf(opened, key);
    });
  });

  it('refresh a session and end the old one', async () => {
    const old = session.id;
    await crossing(4, async () => {
      const key = await generateClientKey();
      const { lineage } = session;
      const request = { id: old, clientPublicKey: key.publicKey, lineage };
      const begun = await ada.begin('refreshBegin', request);
      const { result } = await ada.call('refreshComplete', await stamped(begun));
      session = await sessionOf(result, key);
      const ending = await ada.begin('revokeBegin', { id: old });
      expect(await ada.call('revokeComplete', await stamped(ending))).toEqual({ result: null });
    });
    const { sessions } = await ada.call('account', {});
    expect(sessions.map(({ id }) => id)).not.toContain(old);
  });
});
