import { inspect } from 'node:util';
import { systemClock } from '@org/payments-contract/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../../../sdk/test/scripted-service.ts';
import { CLIENT_KEY, callRelay, relayRequest, testRelay } from '../../test/call-relay.ts';
import { setRemoteAddress } from '../checks/caller.ts';
import { defaultLimits, type RateLimiters, RateLimits, recipientKey } from './rate-limits.ts';

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

const limitsOf = (limiters: RateLimiters = {}) =>
  new RateLimits(limiters, { clock: systemClock, milliseconds: 3_000 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('RateLimits', () => {
  it('allows codes up to the limit with the time of the next one, then refuses with the wait', async () => {
    const limits = limitsOf();
    const { points, duration } = defaultLimits.codes;
    const answers: (number | undefined)[] = [];
    for (let index = 0; index < points; index += 1) answers.push(await limits.count('codes', 'a'));
    expect(answers).toEqual([...Array(points - 1).fill(undefined), duration * 1000]);
    await expect(limits.count('codes', 'a')).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: duration * 1000,
    });
    expect(await limits.count('codes', 'b')).toBeUndefined();
    vi.advanceTimersByTime(duration * 1000);
    expect(await limits.count('codes', 'a')).toBeUndefined();
  });

  it('accepts a challenge once, and again only after an attempt without effect', async () => {
    const limits = limitsOf();
    expect(await limits.spend('challenge')).toBe(true);
    expect(await limits.spend('challenge')).toBe(false);
    await limits.refund('challenge');
    expect(await limits.spend('challenge')).toBe(true);
    expect(inspect(limits)).not.toContain('challenge');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['rejects with nothing', () => Promise.reject()],
    ['resolves with nothing', async () => undefined as never],
  ])('refuses when a store %s', async (_how, consume) => {
    const store = { consume, delete: consume };
    const limits = limitsOf({ calls: store, challenges: store });
    await expect(limits.count('calls', 'a')).rejects.toMatchObject({ status: 503 });
    await expect(limits.refund('a')).resolves.toBeUndefined();
  });
});

describe('recipientKey', () => {
  it('is the same for all spellings of one mailbox, and does not reveal it', async () => {
    const keys = await Promise.all(
      ['ada@mail.example', ' Ada@Mail.Example', 'ada+1@mail.example', 'ada+a+b@mail.example'].map(
        recipientKey,
      ),
    );
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await recipientKey('eve@mail.example')).not.toBe(keys[0]);
  });
});
