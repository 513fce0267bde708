import { afterEach, expect, it, vi } from 'vitest';
import {
  cardState,
  control,
  manualClock,
  newWorld,
  optionsOf,
  type TestWorld,
} from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import { createWallet } from '../index.ts';

afterEach(() => vi.restoreAllMocks());

async function signedIn(world: TestWorld) {
  // Its time does not pass: a database that a busy machine opens slowly is not taken for one that hangs.
  const wallet = createWallet({ ...optionsOf(world), clock: manualClock() });
  await signIn(wallet, world);
  return wallet;
}

/** Another tab signs out while this page sleeps, which does not receive its message. */
async function signOutElsewhere(world: TestWorld): Promise<void> {
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);
  const other = createWallet(optionsOf(world));
  await other.ready();
  await other.signOut();
  post.mockRestore();
  other.close();
}

it.each(['pageshow', 'focus', 'online'])('detects on %s that it was signed out', async (name) => {
  const world = await newWorld();
  const wallet = await signedIn(world);
  await signOutElsewhere(world);
  expect(wallet.state.status).toBe('active');
  window.dispatchEvent(new Event(name));
  // Before anything is awaited: the page may be clicked at once.
  expect(wallet.state.status).toBe('signed-out');
  await expect(freezeCard(wallet, world)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});

it('does not sign with a session that was signed out in another tab, with or without an event', async () => {
  const world = await newWorld();
  const wallet = await signedIn(world);
  await control(world, { do: 'break', path: '/revoke/begin', status: 503, times: 1 });
  await signOutElsewhere(world);
  await expect(freezeCard(wallet, world)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(wallet.state.status).toBe('signed-out');
  expect(await cardState(world)).toBe('ACTIVE');
});

it('lets a page delete its database, and is signed out then', async () => {
  const world = await newWorld();
  const wallet = await signedIn(world);
  const outcome = await new Promise((resolve) => {
    const name = `payments-wallet:${location.hostname}:${world.accountId}`;
    const deleted = indexedDB.deleteDatabase(name);
    deleted.onsuccess = () => resolve('deleted');
    deleted.onblocked = () => resolve('blocked');
  });
  expect(outcome).toBe('deleted');
  await expect(freezeCard(wallet, world)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(wallet.state.status).toBe('signed-out');
  const again = await signedIn(world);
  expect(again.state).toMatchObject({ status: 'active', persistence: 'indexeddb', reasons: [] });
});
