import { describe, expect, it } from 'vitest';
import { callRelay, testRelay } from '../../test/call-relay.ts';
import type { RelayUser } from '../options/actions.ts';
import { ShortCache } from './short-cache.ts';

const WIDE = 'InternalAccount:wide';
const NARROW = 'InternalAccount:narrow';

interface Member extends RelayUser {
  readonly team: string;
  readonly load?: () => void;
}

/** One person who is logged in for one of two teams, as the cookie selects. */
function teams(more: object = {}, fields: Partial<Member> = {}) {
  let reads = 0;
  const setup = testRelay({}, {
    authenticate: (request: Request) =>
      ({
        id: 'ada',
        customerId: 'Customer:ada',
        team: request.headers.get('x-team'),
        ...fields,
      }) as Member,
    accounts: (user: RelayUser) => {
      reads += 1;
      return (user as Member).team === 'wide' ? [WIDE, NARROW] : [NARROW];
    },
    ...more,
  } as object);
  const ask = async (team: string, accountId: string) => {
    const { status } = await callRelay(
      setup.relay,
      'account',
      { accountId },
      { headers: { 'x-team': team } },
    );
    return status;
  };
  return { ...setup, ask, reads: () => reads };
}

describe('accounts', () => {
  it('are cached by all fields of the user: a login with fewer accounts does not get those of another', async () => {
    const { ask, reads } = teams();
    expect(await ask('wide', WIDE)).toBe(200);
    expect(await ask('narrow', WIDE)).toBe(403);
    expect(await ask('narrow', NARROW)).toBe(200);
    const before = reads();
    expect(await ask('wide', WIDE)).toBe(200);
    expect(reads()).toBe(before);
  });

  it('are cached by `cacheKey` where the platform passes one', async () => {
    const { ask, reads } = teams({ cacheKey: (user: Member) => user.team });
    expect([await ask('wide', WIDE), await ask('wide', NARROW)]).toEqual([200, 200]);
    expect(reads()).toBe(1);
    expect(await ask('narrow', WIDE)).toBe(403);
  });

  it('are read each time where the user object is not plain data', async () => {
    const { ask, reads } = teams({}, { load: () => undefined });
    expect([await ask('wide', WIDE), await ask('wide', WIDE)]).toEqual([200, 200]);
    expect(reads()).toBe(2);
  });

  it.each<[string, object]>([
    [
      '`accounts` throws',
      {
        accounts: () => {
          throw new Error('down');
        },
      },
    ],
    ['`accounts` does not return a list', { accounts: () => undefined }],
    ['`accounts` returns a list of other things', { accounts: () => [1] }],
    [
      '`cacheKey` throws',
      {
        cacheKey: () => {
          throw new Error('down');
        },
      },
    ],
    ['`cacheKey` does not return text', { cacheKey: () => 7 }],
  ])('cause a refusal where %s', async (_name, more) => {
    const { ask, errors } = teams(more);
    expect(await ask('wide', WIDE)).toBe(500);
    expect(errors).toHaveLength(1);
  });
});

describe('one call', () => {
  const ids = Array.from({ length: 90 }, (_none, index) => `InternalAccount:${index}`);

  it('stays within its number of reads, however many wallets the user has', async () => {
    const { relay, received } = testRelay({}, { accounts: () => ids });
    const { status, body } = await callRelay(relay, 'challenge', { id: 'AuthMethod:unknown' });
    expect([status, body.code, received.length]).toEqual([400, 'INVALID_INPUT', 20]);
    expect(body.message).toContain('accountId');
    received.length = 0;
    const input = { text: Array.from({ length: 40 }, (_none, index) => `Card:${index}`).join(' ') };
    await callRelay(relay, 'actionBegin', {
      action: 'freezeCard',
      input: { cardId: 'Card:1', ...input },
    });
    expect(received.length).toBeLessThanOrEqual(20);
  });

  it('searches only the account it names', async () => {
    const { relay, received } = testRelay({}, { accounts: () => [...ids, 'InternalAccount:ada'] });
    const request = { id: 'Session:ada-1', accountId: 'InternalAccount:ada' };
    const { status } = await callRelay(relay, 'revokeBegin', request);
    expect([status, received.length]).toEqual([404, 2]);
    const foreign = { id: 'Session:eve-1', accountId: 'InternalAccount:eve' };
    expect((await callRelay(relay, 'revokeBegin', foreign)).status).toBe(403);
    expect(received).toHaveLength(2);
  });
});

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
