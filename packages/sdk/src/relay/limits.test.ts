import { describe, expect, it } from 'vitest';
import { CLIENT_KEY, callRelay, relayRequest, testRelay } from '../../test/relay/call-relay.ts';
import { json } from '../../test/scripted-service.ts';
import { defaultLimits } from './rate-limits.ts';
import { setRemoteAddress } from './who-calls.ts';

/** Ada with many credentials for e-mail addresses; the service accepts every challenge. */
function manyCredentials(addresses: readonly string[], options: object = {}) {
  const sent = (id: string) => () =>
    json(200, {
      id,
      accountId: 'InternalAccount:ada',
      type: 'EMAIL_OTP',
      nickname: 'x',
      createdAt: at,
      updatedAt: at,
    });
  const at = '2026-01-05T09:00:00Z';
  const answers = Object.fromEntries(
    addresses.map((_address, index) => [
      `POST /auth/credentials/AuthMethod:${index}/challenge`,
      sent(`AuthMethod:${index}`),
    ]),
  );
  const setup = testRelay(answers, options);
  const [first] = setup.data.credentials;
  if (first === undefined) throw new Error('No credential.');
  for (const [index, nickname] of addresses.entries()) {
    setup.data.credentials.push({ ...first, id: `AuthMethod:${index}`, nickname });
  }
  const statuses = async () => {
    const all: number[] = [];
    for (const index of addresses.keys()) {
      all.push((await callRelay(setup.relay, 'challenge', { id: `AuthMethod:${index}` })).status);
    }
    return all;
  };
  return { ...setup, statuses };
}

describe('e-mail codes', () => {
  it('are limited per recipient, over all its credentials', async () => {
    const aliases = Array.from({ length: 60 }, (_none, index) => `Ada+${index}@mail.example`);
    const { statuses, writes } = manyCredentials(aliases);
    expect((await statuses()).filter((status) => status === 200)).toHaveLength(5);
    expect(writes()).toHaveLength(defaultLimits.codesPerRecipient.points);
  });

  it('are limited per user, over all recipients', async () => {
    const others = Array.from({ length: 60 }, (_none, index) => `person-${index}@mail.example`);
    const { statuses, writes } = manyCredentials(others);
    expect((await statuses()).filter((status) => status === 200)).toHaveLength(10);
    expect(writes()).toHaveLength(defaultLimits.codesPerUser.points);
  });

  it('are limited per client address, where the platform passes it', async () => {
    const others = Array.from({ length: 60 }, (_none, index) => `person-${index}@mail.example`);
    let user = 0;
    const authenticate = () => {
      user += 1;
      return { id: `user-${user}`, customerId: 'Customer:ada' };
    };
    const { statuses } = manyCredentials(others, {
      authenticate,
      clientAddress: () => '192.0.2.7',
    });
    expect((await statuses()).filter((status) => status === 200)).toHaveLength(30);
  });
});

describe('calls', () => {
  const limited = () => {
    const keys: string[] = [];
    const consume = async (key: string) => {
      keys.push(key);
      if (key === 'full') throw { msBeforeNext: 100, remainingPoints: 0 };
      return { msBeforeNext: 0, remainingPoints: 1 };
    };
    return { keys, callsPerAddress: { consume, delete: async () => true } };
  };

  it('are counted per address before `authenticate` is called', async () => {
    let asked = 0;
    const authenticate = () => {
      asked += 1;
      return null;
    };
    const { callsPerAddress } = limited();
    const clientAddress = (request: Request) => request.headers.get('x-client');
    const { relay } = testRelay(
      {},
      { authenticate, clientAddress, rateLimits: { callsPerAddress } },
    );
    const full = await callRelay(relay, 'account', {}, { headers: { 'x-client': 'full' } });
    expect([full.status, asked]).toEqual([429, 0]);
    const other = await callRelay(relay, 'account', {}, { headers: { 'x-client': 'b' } });
    expect([other.status, asked]).toEqual([401, 1]);
  });

  it('of clients without a known address are counted together', async () => {
    const { keys, callsPerAddress } = limited();
    for (const clientAddress of [() => null, () => undefined, () => '']) {
      const { relay } = testRelay({}, { clientAddress, rateLimits: { callsPerAddress } });
      await callRelay(relay, 'account', {});
    }
    expect(keys).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it("can be counted by the socket's address, which an adapter passes", async () => {
    const { keys, callsPerAddress } = limited();
    const clientAddress = (_request: Request, socket: string | undefined) => socket;
    const { relay } = testRelay({}, { clientAddress, rateLimits: { callsPerAddress } });
    const request = relayRequest('account', {});
    setRemoteAddress(request, '192.0.2.1');
    await relay.fetch(request);
    expect(keys).toEqual(['192.0.2.1']);
  });

  it.each(['verificationsPerUser', 'verificationsPerAddress'] as const)(
    'of verification are also counted by %s',
    async (name) => {
      const keys: string[] = [];
      const consume = async (key: string) => {
        keys.push(key);
        throw { msBeforeNext: 5, remainingPoints: 0 };
      };
      const rateLimits = { [name]: { consume, delete: async () => true } };
      const options = { rateLimits, clientAddress: () => '192.0.2.7' };
      const { relay, writes } = testRelay({}, options);
      const code = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', otp: '1' };
      const request = { ...code, clientPublicKey: CLIENT_KEY };
      expect((await callRelay(relay, 'verify', request)).status).toBe(429);
      expect(keys).toEqual([name === 'verificationsPerUser' ? 'ada' : '192.0.2.7']);
      expect(writes()).toEqual([]);
    },
  );
});
