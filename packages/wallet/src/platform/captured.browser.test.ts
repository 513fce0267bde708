import { expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import type { TestWorld } from '../../test/app/backend.ts';
import { cardState, newWorld } from '../../test/app/client.ts';
import type { LanguageLoot } from '../../test/app/hooked-language.ts';

interface Loot {
  readonly called: readonly string[];
  readonly changed: readonly string[];
  readonly status: string;
}

// The pages are bundled as they are shipped: the lazy chunk is fetched after the hooks are in place.
type Attack =
  | 'attack'
  | 'trap'
  | 'attackLanguage'
  | 'attackThen'
  | 'attackConstructor'
  | 'attackEarly'
  | 'attackByWorker'
  | 'trapLanguage';

async function inPage<T>(what: Attack, world?: TestWorld, page = 'attacked'): Promise<T> {
  const tab = await commands.openTab(`/__wallet/${page}/`, what);
  try {
    return await commands.callTab<T>(tab, what, world);
  } finally {
    await commands.closeTab(tab);
  }
}

it('keeps its keys from functions that were replaced after its first file had loaded', async () => {
  const world = await newWorld();
  const { called, changed, status } = await inPage<Loot>('attack', world);
  expect({ called, changed, status }).toEqual({ called: [], changed: [], status: 'active' });
  expect(await cardState(world)).toBe('FROZEN');
});

it('can fail: the hooks do see calls through them', async () => {
  const { called, changed } = await inPage<Loot>('trap');
  expect(called).toEqual(['generateKey', 'exportKey']);
  expect(changed).toEqual(['fetch', 'toJSON', 'JSON.stringify']);
});

it.each(['activity', 'described'] as const)(
  'passes no key in memory and no payload through a replaced function of the language: %s',
  async (payloads) => {
    const world = await newWorld({ payloads });
    const found = await inPage<LanguageLoot & { status: string }>('attackLanguage', world);
    expect(found).toMatchObject({ keys: [], payloads: [], status: 'active' });
    expect(await cardState(world)).toBe('FROZEN');
  },
);

it('does not prevent: a script sees the secrets of a sealed key while a library opens it', async () => {
  const { secrets } = await inPage<LanguageLoot>('attackLanguage', await newWorld());
  expect(secrets).toContain('Object.defineProperty');
});

it.each(['attackThen', 'attackConstructor'] as const)('does not prevent: %s', async (attack) => {
  expect(await inPage(attack, await newWorld())).toContain('private');
});

it('does not prevent: a script that ran before the wallet takes the key, and signs past a review', async () => {
  const world = await newWorld();
  expect(await inPage('attackEarly', world, 'early')).toMatchObject({ state: 'FROZEN' });
  expect(await cardState(world)).toBe('FROZEN');
});

it('does not prevent: a service worker puts its own key into a sign-in, which then fails', async () => {
  const world = await newWorld();
  const { victim, card } = await inPage<{ victim: string; card: unknown }>(
    'attackByWorker',
    world,
    'worker',
  );
  expect(victim).toBe('KEY_UNUSABLE');
  expect(card).toMatchObject({ state: 'FROZEN' });
  expect(await cardState(world)).toBe('FROZEN');
});

it('can fail: a key and a payload that pass through these functions are seen', async () => {
  const { keys, payloads } = await inPage<LanguageLoot>('trapLanguage');
  expect(keys).toEqual(expect.arrayContaining(['Promise.then', 'Map.get']));
  const seen = ['JSON.parse', 'Array: Symbol.iterator', 'TextEncoder.encode'];
  expect(payloads).toEqual(expect.arrayContaining(seen));
});
