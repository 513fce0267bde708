import { inspect } from 'node:util';
import { systemClock } from '@org/payments-contract/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLIENT_KEY, callRelay, relayRequest, testRelay } from '../../test/call-relay.ts';
import { setRemoteAddress } from '../checks/caller.ts';
import type { RelayCall } from '../protocol/index.ts';
import {
  defaultLimits,
  type RateLimiters,
  type RateLimitName,
  RateLimits,
  recipientKey,
} from './rate-limits.ts';

const code = { id: 'AuthMethod:ada-otp' };
const verification = { ...code, type: 'EMAIL_OTP', otp: '1', clientPublicKey: CLIENT_KEY };
const address = '192.0.2.7';

it.each<[RateLimitName, RelayCall, object, string]>([
  ['codes', 'challenge', code, code.id],
  ['codesPerRecipient', 'challenge', code, await recipientKey('ada@example.com')],
  ['codesPerUser', 'challenge', code, 'ada'],
  ['codesPerAddress', 'challenge', code, address],
  ['verifications', 'verify', verification, code.id],
  ['verificationsPerUser', 'verify', verification, 'ada'],
  ['verificationsPerAddress', 'verify', verification, address],
  ['calls', 'account', {}, 'ada'],
  ['callsPerAddress', 'account', {}, address],
])('%s that is reached refuses %s, and sends nothing', async (name, call, body, key) => {
  const consume = vi.fn().mockRejectedValue({ msBeforeNext: 5, remainingPoints: 0 });
  const rateLimits = { [name]: { consume, delete: async () => true } };
  const { relay, writes } = testRelay({}, { rateLimits, clientAddress: () => address });
  expect((await callRelay(relay, call, body)).status).toBe(429);
  expect(consume.mock.calls).toEqual([[key]]);
  expect(writes()).toEqual([]);
});

it('the limits are those of the documentation', () => {
  const points = Object.values(defaultLimits).map((limit) => limit.points);
  expect(points).toEqual([5, 5, 10, 30, 10, 30, 100, 300, 1_200, 1]);
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
