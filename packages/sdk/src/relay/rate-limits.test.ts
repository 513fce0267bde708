import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultLimits, RateLimits } from './rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('RateLimits', () => {
  it('allows so many codes, says when the next may be asked for, then refuses with the time', async () => {
    const limits = new RateLimits();
    const { points, duration } = defaultLimits.codes;
    const answers: (number | undefined)[] = [];
    for (let index = 0; index < points; index += 1) answers.push(await limits.count('codes', 'a'));
    expect(answers).toEqual([...Array(points - 1).fill(undefined), duration]);
    await expect(limits.count('codes', 'a')).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfter: duration,
    });
    expect(await limits.count('codes', 'b')).toBeUndefined();
    vi.advanceTimersByTime(duration * 1000);
    expect(await limits.count('codes', 'a')).toBeUndefined();
  });

  it('does not do what it cannot count', async () => {
    const broken = {
      consume: async () => {
        throw new Error('redis://user:password@host is down');
      },
      delete: async () => true,
    };
    const limits = new RateLimits({ verifications: broken });
    const refusal = await limits.count('verifications', 'a').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(JSON.stringify(refusal)).not.toContain('password');
    const spending = new RateLimits({ challenges: broken }).spend('a');
    await expect(spending).rejects.toMatchObject({ status: 503 });
  });

  it('lets a challenge be spent once, unless it came to nothing', async () => {
    const limits = new RateLimits();
    expect(await limits.spend('challenge')).toBe(true);
    expect(await limits.spend('challenge')).toBe(false);
    await limits.unspend('challenge');
    expect(await limits.spend('challenge')).toBe(true);
    expect(inspect(limits)).not.toContain('challenge');
  });

  it('asks the limiter it was given, of any store', async () => {
    const keys: string[] = [];
    const consume = async (key: string) => {
      keys.push(key);
      return { msBeforeNext: 1_500, remainingPoints: 0 };
    };
    const limits = new RateLimits({ codes: { consume, delete: async () => true } });
    expect(await limits.count('codes', 'AuthMethod:1')).toBe(2);
    expect(keys).toEqual(['AuthMethod:1']);
  });
});
