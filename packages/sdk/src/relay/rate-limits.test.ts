import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../config/clock.ts';
import { defaultLimits, type RateLimiters, RateLimits, recipientKey } from './rate-limits.ts';

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

  it('refuses a call that it cannot count', async () => {
    const broken = {
      consume: async () => {
        throw new Error('redis://user:password@host is down');
      },
      delete: async () => true,
    };
    const limits = limitsOf({ verifications: broken });
    const refusal = await limits.count('verifications', 'a').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(JSON.stringify(refusal)).not.toContain('password');
    const spending = limitsOf({ challenges: broken }).spend('a');
    await expect(spending).rejects.toMatchObject({ status: 503 });
  });

  it('accepts a challenge once, and again only after an attempt without effect', async () => {
    const limits = limitsOf();
    expect(await limits.spend('challenge')).toBe(true);
    expect(await limits.spend('challenge')).toBe(false);
    await limits.unspend('challenge');
    expect(await limits.spend('challenge')).toBe(true);
    expect(inspect(limits)).not.toContain('challenge');
  });

  it("uses the platform's limiter, with any store", async () => {
    const keys: string[] = [];
    const consume = async (key: string) => {
      keys.push(key);
      return { msBeforeNext: 1_500, remainingPoints: 0 };
    };
    const limits = limitsOf({ codes: { consume, delete: async () => true } });
    expect(await limits.count('codes', 'AuthMethod:1')).toBe(1_500);
    expect(keys).toEqual(['AuthMethod:1']);
  });

  it('does not wait for a store that never responds', async () => {
    const consume = () => new Promise<never>(() => undefined);
    const hanging = limitsOf({
      calls: { consume, delete: consume },
      challenges: { consume, delete: consume },
    });
    const counting = expect(hanging.count('calls', 'a')).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(3_000);
    await counting;
    const unspending = hanging.unspend('a');
    await vi.advanceTimersByTimeAsync(3_000);
    await unspending;
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
    const limits = limitsOf({ calls: { consume, delete: async () => true } });
    await expect(limits.count('calls', 'a')).rejects.toMatchObject({ status: 503 });
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
