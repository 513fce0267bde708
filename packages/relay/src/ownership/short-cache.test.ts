import { describe, expect, it } from 'vitest';
import { ShortCache } from './short-cache.ts';

function cacheAt(lifetime = 1_000, size = 2) {
  let now = 0;
  let reads = 0;
  const cache = new ShortCache<number>({ lifetime, size, now: () => now });
  const read = async () => {
    reads += 1;
    return reads;
  };
  return { cache, read, advance: (by: number) => (now += by) };
}

describe('ShortCache', () => {
  it('reads once within its lifetime, and returns whether it read', async () => {
    const { cache, read, advance } = cacheAt();
    const first = cache.get('a', read);
    const second = cache.get('a', read);
    expect([first.isFresh, second.isFresh]).toEqual([true, false]);
    expect(await Promise.all([first.value, second.value])).toEqual([1, 1]);
    advance(1_000);
    expect(await cache.get('a', read).value).toBe(2);
  });

  it('reads each time with a lifetime of 0, and after the clock was set back', async () => {
    const none = cacheAt(0);
    await none.cache.get('a', none.read).value;
    expect(await none.cache.get('a', none.read).value).toBe(2);
    const back = cacheAt();
    await back.cache.get('a', back.read).value;
    back.advance(-1);
    expect(await back.cache.get('a', back.read).value).toBe(2);
  });

  it('evicts the least recently used key', async () => {
    const { cache, read } = cacheAt();
    await cache.get('a', read).value;
    await cache.get('b', read).value;
    await cache.get('a', read).value;
    await cache.get('c', read).value;
    expect(cache.size).toBe(2);
    expect(cache.get('a', read).isFresh).toBe(false);
    expect(cache.get('b', read).isFresh).toBe(true);
  });

  it('does not keep a failure', async () => {
    const { cache, read } = cacheAt();
    const failing = cache.get('a', async () => {
      throw new Error('down');
    });
    await expect(failing.value).rejects.toThrow('down');
    expect(await cache.get('a', read).value).toBe(1);
  });

  it('keeps a newer value when an older read fails late', async () => {
    const { cache, read } = cacheAt();
    let fail: (error: Error) => void = () => undefined;
    const slow = cache.get('a', () => new Promise((_resolve, reject) => (fail = reject)));
    await cache.refresh('a', read);
    fail(new Error('late'));
    await expect(slow.value).rejects.toThrow('late');
    expect(cache.get('a', read).isFresh).toBe(false);
  });
});
