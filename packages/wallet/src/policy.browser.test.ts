import { expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { cardState, newWorld } from '../test/app/client.ts';

it("signs in and signs under default-src 'self' and Trusted Types, as built", async () => {
  const world = await newWorld();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ id: world.emailId });
  await fetch(`${world.relay}/v1/challenge`, { method: 'POST', headers, body });
  const tab = await commands.openTab('/__wallet/strict/', 'freeze');
  const { relay, accountId, emailId, cardId } = world;
  const done = await commands.callTab(tab, 'freeze', { relay, accountId, emailId, cardId });
  expect(done).toMatchObject({ storage: 'indexeddb', card: { state: 'FROZEN' } });
  expect(await cardState(world)).toBe('FROZEN');
  expect(await commands.callTab(tab, 'violations')).toEqual([]);
  await commands.closeTab(tab);
});

it('can fail: the policy of that page forbids eval', async () => {
  const tab = await commands.openTab('/__wallet/strict/', 'tryEval');
  expect(await commands.callTab(tab, 'tryEval')).toBe('EvalError');
  await expect.poll(() => commands.callTab(tab, 'violations')).not.toEqual([]);
  await commands.closeTab(tab);
});
