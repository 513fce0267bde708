import { expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import type { TestWorld } from '../../test/app/backend.ts';
import { cardState, newWorld } from '../../test/app/client.ts';

interface Loot {
  readonly called: readonly string[];
  readonly changed: readonly string[];
  readonly status: string;
}

// The pages are bundled as they are shipped: the lazy chunk is fetched after the hooks are in place.
async function inPage<T>(what: 'attack' | 'trap', world?: TestWorld): Promise<T> {
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
