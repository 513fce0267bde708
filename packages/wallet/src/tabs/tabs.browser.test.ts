import { afterEach, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import {
  cardState,
  control,
  idToken,
  newWorld,
  optionsOf,
  type TestWorld,
} from '../../test/app/client.ts';
import type { SessionInfo, WalletState } from '../index.ts';

const open: string[] = [];

async function openTab(world: TestWorld) {
  const id = await commands.openTab('/__wallet/tab/', 'tab');
  open.push(id);
  const call = <T>(method: string, argument?: unknown) =>
    commands.callTab<T>(id, `tab.${method}`, argument);
  await call('create', optionsOf(world));
  return { id, call };
}

type TabHandle = Awaited<ReturnType<typeof openTab>>;

const stateOf = (tab: TabHandle) => tab.call<WalletState>('state');
const sessionOf = async (tab: TabHandle) => (await stateOf(tab)).session?.id;

async function signIn(tab: TabHandle, world: TestWorld): Promise<SessionInfo> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ id: world.emailId });
  await fetch(`${world.relay}/v1/challenge`, { method: 'POST', headers, body });
  return tab.call<SessionInfo>('signIn', world.emailId);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((id) => commands.closeTab(id)));
});

it('signs after a real reload, with the same key', async () => {
  const world = await newWorld();
  const tab = await openTab(world);
  const session = await signIn(tab, world);
  await commands.reloadTab(tab.id, 'tab');
  expect(await tab.call('create', optionsOf(world))).toBe('active');
  expect(await sessionOf(tab)).toBe(session.id);
  await tab.call('run', ['freezeCard', { cardId: world.cardId }]);
  expect(await cardState(world)).toBe('FROZEN');
});

it('signs in, refreshes and signs out in all tabs at once', async () => {
  const world = await newWorld();
  const [one, two] = [await openTab(world), await openTab(world)];
  const session = await signIn(one, world);
  await expect.poll(() => sessionOf(two)).toBe(session.id);
  await two.call('run', ['freezeCard', { cardId: world.cardId }]);
  expect(await cardState(world)).toBe('FROZEN');

  const next = await two.call<SessionInfo>('refresh');
  await expect.poll(() => sessionOf(one)).toBe(next.id);
  await one.call('run', ['unfreezeCard', { cardId: world.cardId }]);
  expect(await cardState(world)).toBe('ACTIVE');

  await one.call('signOut');
  await expect.poll(async () => (await stateOf(two)).status).toBe('signed-out');
  expect(await one.call('events')).toContain('adopted');
  expect(await two.call('events')).toContain('signed_out');
});

it('refreshes in one of two tabs', async () => {
  const world = await newWorld();
  const [one, two] = [await openTab(world), await openTab(world)];
  const session = await signIn(one, world);
  await expect.poll(() => sessionOf(two)).toBe(session.id);
  const [a, b] = await Promise.all([
    one.call<SessionInfo>('refresh'),
    two.call<SessionInfo>('refresh'),
  ]);
  expect(a.id).toBe(b.id);
  const requests = (await control(world, { do: 'requests' })) as string[];
  expect(requests.filter((path) => path === '/v1/sessions/refresh/complete')).toHaveLength(1);
});

it("does not touch another tab's pending sign-in, which resumes after its redirect", async () => {
  const world = await newWorld();
  const one = await openTab(world);
  const pending = await one.call<{ state: string; nonce: string }>('beginRedirect', world.oauthId);
  const two = await openTab(world);
  await signIn(two, world);
  await two.call('signOut');

  await commands.reloadTab(one.id, 'tab');
  await one.call('create', optionsOf(world));
  const token = idToken(world, pending.nonce);
  expect(await one.call('endRedirect', [world.oauthId, pending.state, token])).toBe('active');
});
