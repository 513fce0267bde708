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
  | 'trapLanguage';

async function inPage<T>(what: Attack, world?: TestWorld): Promise<T> {
  const tab = await commands.openTab('/__wallet/attacked/', what);
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

it('passes no key in memory and no payload through a replaced function of the language', async () => {
  const world = await newWorld();
  const found = await inPage<LanguageLoot & { status: string }>('attackLanguage', world);
  expect(found).toMatchObject({ keys: [], payloads: [], status: 'active' });
  expect(await cardState(world)).toBe('FROZEN');
});

it('does not prevent: a script sees the secrets of a sealed key while a library opens it', async () => {
  const { secrets } = await inPage<LanguageLoot>('attackLanguage', await newWorld());
  expect(secrets).toContain('Object.defineProperty');
});

it.each(['attackThen', 'attackConstructor'] as const)('does not prevent: %s', async (attack) => {
  expect(await inPage(attack, await newWorld())).toContain('private');
});

it('can fail: a key and a payload that pass through these functions are seen', async () => {
  const { keys, payloads } = await inPage<LanguageLoot>('trapLanguage');
  expect(keys).toEqual(expect.arrayContaining(['Promise.then', 'Map.get']));
  expect(payloads).toContain('JSON.parse');
});
