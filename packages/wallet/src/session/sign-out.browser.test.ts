import { afterEach, expect, it, vi } from 'vitest';
import { cardState, control, manualClock, newWorld, optionsOf } from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import { createGate, gatedVault } from '../../test/gated-vault.ts';
import { breakStorage } from '../../test/storage-faults.ts';
import { createRelayTransport, createWallet, type WalletOptions } from '../index.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A wallet that is signed in, and what another tab of the same account would have: the same vault. */
async function signedIn(options: Partial<WalletOptions> = {}) {
  const world = await newWorld();
  const { vault, hold } = gatedVault();
  const wallet = createWallet({ ...optionsOf(world), vault, ...options });
  await signIn(wallet, world);
  const openTab = async (more: Partial<WalletOptions> = {}) => {
    const tab = createWallet({ ...optionsOf(world), vault, ...more });
    expect((await tab.ready()).status).toBe('active');
    return tab;
  };
  const isOver = async () => {
    await eventually(async () => expect((await wallet.account()).sessions).toEqual([]));
    const again = createWallet({ ...optionsOf(world), vault });
    expect((await again.ready()).status).toBe('signed-out');
  };
  return { world, wallet, hold, openTab, isOver };
}

/** A transport that holds the responses to a refresh back until the test lets them through. */
function heldRefresh(relay: string) {
  const transport = createRelayTransport({ relay });
  const { gate, pass } = createGate();
  const refreshComplete: typeof transport.refreshComplete = async (request) => {
    const opened = await transport.refreshComplete(request);
    await pass();
    return opened;
  };
  return { transport: { ...transport, refreshComplete }, gate };
}

it('stays signed out when it is signed out while a refreshed session is being stored', async () => {
  const { wallet, hold, isOver } = await signedIn();
  const stored = hold('set');
  const refreshed = wallet.refresh();
  await stored.reached;
  const signedOut = wallet.signOut();
  stored.open();
  await expect(refreshed).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
  expect(await signedOut).toMatchObject({ wiped: true });
  expect(wallet.state.status).toBe('signed-out');
  await isOver();
});

it('stays signed out when another tab refreshes, and has not yet heard of the sign-out', async () => {
  const { world, wallet, hold, openTab, isOver } = await signedIn();
  const { transport, gate } = heldRefresh(world.relay);
  const other = await openTab({ transport });
  const refreshed = other.refresh();
  await gate.reached;
  const deleted = hold('delete');
  const signedOut = wallet.signOut();
  await deleted.reached;
  gate.open();
  await expect(refreshed).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
  deleted.open();
  expect(await signedOut).toMatchObject({ wiped: true });
  await eventually(() => expect(other.state.status).toBe('signed-out'));
  expect(wallet.state.status).toBe('signed-out');
  await isOver();
});

it('ends the session by which another tab has just replaced its own', async () => {
  const { world, wallet, openTab, isOver } = await signedIn();
  const other = await openTab();
  // The message of the other tab is on its way: this one signs out the session it knows.
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementationOnce(() => {});
  await other.refresh();
  expect(other.state.session?.id).not.toBe(wallet.state.session?.id);
  expect(await wallet.signOut()).toEqual({ revoked: true, wiped: true });
  await eventually(() => expect(other.state.status).toBe('signed-out'));
  await expect(freezeCard(other, world)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await isOver();
});

it('does not sign what is approved after another tab has begun to sign out', async () => {
  const { world, wallet, hold, openTab } = await signedIn();
  const { gate, pass } = createGate();
  const review = () => pass().then(() => true);
  const asking = await openTab({ review });
  const run = freezeCard(asking, world);
  await gate.reached;
  const deleted = hold('delete');
  const signedOut = wallet.signOut();
  await deleted.reached;
  gate.open();
  await expect(run).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(asking.state.status).toBe('signed-out');
  deleted.open();
  await signedOut;
  expect(await cardState(world)).toBe('ACTIVE');
});

it('a full disk does not sign out a session whose remaining time the relay has confirmed', async () => {
  const clock = manualClock();
  const { world, wallet } = await signedIn({ clock, vault: 'auto' });
  breakStorage('write', 'quota');
  clock.set(clock.now() + 60 * 60_000);
  window.dispatchEvent(new Event('focus'));
  await eventually(() => expect(wallet.state.reasons).toContain('storage_full'));
  await freezeCard(wallet, world);
  expect(wallet.state.status).toBe('active');
  expect(await control(world, { do: 'card' })).toMatchObject({ state: 'FROZEN' });
});

it('is not signed in by a sign-in that was under way when it was signed out', async () => {
  const world = await newWorld();
  const real = createRelayTransport(world);
  const { gate, pass } = createGate();
  const verify: typeof real.verify = async (request) => {
    const opened = await real.verify(request);
    await pass();
    return opened;
  };
  const wallet = createWallet({ ...optionsOf(world), transport: { ...real, verify } });
  const signing = signIn(wallet, world);
  await gate.reached;
  expect(await wallet.signOut()).toEqual({ revoked: false, wiped: true });
  gate.open();
  await expect(signing).rejects.toMatchObject({ code: 'SESSION_CHANGED' });
  expect(wallet.state.status).toBe('signed-out');
  await eventually(async () => expect((await wallet.account()).sessions).toEqual([]));
  expect((await createWallet(optionsOf(world)).ready()).status).toBe('signed-out');
});
