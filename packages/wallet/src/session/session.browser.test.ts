import { expect, it, vi } from 'vitest';
import {
  cardState,
  control,
  type ManualClock,
  manualClock,
  newWorld,
  optionsOf,
} from '../../test/app/client.ts';
import { freezeCard, signedIn, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import { createRelayTransport, createWallet, type WalletOptions } from '../index.ts';

const MINUTE = 60_000;

/** A wallet that is signed in at the present, and whose clock only the test moves. */
async function atPresent(options: Partial<WalletOptions> = {}) {
  const clock = manualClock();
  return { ...(await signedIn({ clock, ...options })), clock };
}

it('goes from active to expiring to expired, five seconds before the end', async () => {
  const { wallet, clock, freeze } = await atPresent();
  expect(wallet.state.status).toBe('active');
  const left = wallet.timeLeft();
  expect(left).toBeGreaterThan(14 * MINUTE);
  expect(left).toBeLessThanOrEqual(15 * MINUTE - 5_000);
  clock.advance(left - MINUTE);
  expect(wallet.state.status).toBe('expiring');
  clock.advance(MINUTE - 1);
  expect(wallet.state.status).toBe('expiring');
  clock.advance(1);
  expect(wallet.state.status).toBe('expired');
  expect(wallet.state.session).toBeDefined();
  await expect(freeze()).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
    userAction: 'reauthenticate',
  });
});

function wake(): void {
  window.dispatchEvent(new Event('focus'));
}

it('expires while the device sleeps', async () => {
  const { wallet, world, clock, freeze } = await atPresent();
  await control(world, { do: 'advance', minutes: 20 });
  clock.sleep(20 * MINUTE);
  await expect(freeze()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  wake();
  await eventually(() => expect(wallet.state.status).toBe('signed-out'));
});

it('asks the relay after the clock was set, and continues', async () => {
  const { wallet, world, clock, freeze } = await atPresent();
  clock.set(clock.now() + 60 * MINUTE);
  wake();
  expect(wallet.state.status).toBe('expired');
  await eventually(() => expect(wallet.state.status).toBe('active'));
  expect(wallet.timeLeft()).toBeGreaterThan(14 * MINUTE);
  await freeze();
  expect(await cardState(world)).toBe('FROZEN');
});

it('stays expired and keeps its key while the relay cannot be reached', async () => {
  const { wallet, world, clock } = await atPresent();
  await control(world, { do: 'break', path: '/account', status: 503, times: 1 });
  clock.set(clock.now() + 60 * MINUTE);
  wake();
  await eventually(async () =>
    expect(await control(world, { do: 'requests' })).toContain('/v1/account'),
  );
  expect(wallet.state.status).toBe('expired');
  // The refusal may not have arrived yet: a wake-up before that does not send a request.
  await eventually(() => {
    wake();
    expect(wallet.state.status).toBe('active');
  });
});

it('asks the relay when the clock was set back during a reload', async () => {
  const { world, clock } = await atPresent();
  clock.set(clock.now() - 60 * MINUTE);
  const again = createWallet({ ...optionsOf(world), clock });
  expect((await again.ready()).status).toBe('active');
  expect(again.timeLeft()).toBeGreaterThan(14 * MINUTE);
  expect(await control(world, { do: 'requests' })).toContain('/v1/account');
});

it('refreshes once for concurrent calls', async () => {
  const { wallet, world } = await atPresent();
  const sessions = await Promise.all([wallet.refresh(), wallet.refresh(), wallet.refresh()]);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
  const requests = (await control(world, { do: 'requests' })) as string[];
  expect(requests.filter((path) => path === '/v1/sessions/refresh/begin')).toHaveLength(1);
});

it('refreshes automatically only with autoRefresh', async () => {
  const advanceToExpiring = async (clock: ManualClock, left: number) => clock.advance(left - 1);
  const manual = await atPresent();
  const old = manual.wallet.state.session?.id;
  await advanceToExpiring(manual.clock, manual.wallet.timeLeft());
  expect(manual.wallet.state).toMatchObject({ status: 'expiring', session: { id: old } });

  const events: string[] = [];
  const automatic = await atPresent({ autoRefresh: true });
  automatic.wallet.subscribe(({ type }) => events.push(type));
  await advanceToExpiring(automatic.clock, automatic.wallet.timeLeft());
  await eventually(() => expect(events).toContain('refreshed'));
  expect(automatic.wallet.state.status).toBe('active');
});

it('repeats a failed automatic refresh at growing intervals until it succeeds', async () => {
  const { wallet, world, clock } = await atPresent({ autoRefresh: true });
  const failed = vi.fn();
  wallet.subscribe((event) => event.type === 'refresh_failed' && failed(event));
  const old = wallet.state.session?.id;
  await control(world, { do: 'break', path: '/refresh/begin', status: 503, times: 3 });
  clock.advance(wallet.timeLeft() - MINUTE);
  // The relay's own wait, 7 seconds, is longer than the first ones of the wallet.
  for (const attempts of [1, 2, 3]) {
    await eventually(() => expect(failed).toHaveBeenCalledTimes(attempts));
    const cause = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
    expect(failed).toHaveBeenLastCalledWith({ type: 'refresh_failed', cause });
    expect(wallet.state.session?.id).toBe(old);
    clock.advance(6_999);
    expect(failed).toHaveBeenCalledTimes(attempts);
    clock.advance(1);
  }
  await eventually(() => expect(wallet.state.session?.id).not.toBe(old));
  expect(wallet.state.status).toBe('active');
});

it('stops repeating the refresh when the session ends', async () => {
  const { wallet, world, clock } = await atPresent({ autoRefresh: true });
  await control(world, { do: 'break', path: '/refresh/begin', status: 503, times: 100 });
  const failed = vi.fn();
  wallet.subscribe(({ type }) => type === 'refresh_failed' && failed());
  clock.advance(wallet.timeLeft() - MINUTE);
  await eventually(() => expect(failed).toHaveBeenCalledTimes(1));
  clock.advance(MINUTE);
  expect(wallet.state.status).toBe('expired');
  clock.advance(MINUTE);
  expect(failed).toHaveBeenCalledTimes(1);
});

it('wipes the session at once even when the service cannot be reached', async () => {
  const { wallet, world } = await atPresent();
  await control(world, { do: 'break', path: '/revoke/begin', status: 503, times: 1 });
  const out = wallet.signOut();
  await eventually(() => expect(wallet.state.status).toBe('signed-out'));
  expect(await out).toEqual({
    revoked: false,
    wiped: true,
    cause: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  });
  expect((await createWallet(optionsOf(world)).ready()).status).toBe('signed-out');
});

it.each(['a signed change', 'the list of sessions'])(
  'detects by %s that the session was ended elsewhere',
  async (by) => {
    const { wallet, world, freeze } = await atPresent();
    // Another device of the same account, with its own vault.
    const elsewhere = createWallet({
      ...optionsOf(world),
      vault: 'memory',
      rpId: 'elsewhere',
      stamp: true,
    });
    await signIn(elsewhere, world);
    const id = wallet.state.session?.id ?? '';
    const relay = createRelayTransport(world);
    const begun = await relay.revokeBegin({ id });
    if (begun.status !== 'challenge') throw new Error('The service asked for no signature.');
    const stamp = await elsewhere.stamp(begun.payloadToSign);
    await relay.revokeComplete({ ticket: begun.ticket, stamp });
    if (by === 'a signed change') {
      const refusal = { code: 'SESSION_ENDED', userAction: 'reauthenticate' };
      await expect(freeze()).rejects.toMatchObject(refusal);
    } else {
      expect((await wallet.sessions.list()).map(({ isCurrent }) => isCurrent)).toEqual([false]);
    }
    expect(wallet.state.status).toBe('signed-out');
    expect(await cardState(world)).toBe('ACTIVE');
  },
);

const signInRequired = {
  code: 'FRESH_SIGN_IN_REQUIRED',
  serviceCode: 'SIGN_IN_REQUIRED',
  userAction: 'reauthenticate',
};

it('keeps the lineage over a reload, so that the relay counts the refreshes of one sign-in', async () => {
  const world = await newWorld({ maxRefreshes: 2 });
  const clock = manualClock();
  const wallet = createWallet({ ...optionsOf(world), clock });
  await signIn(wallet, world);
  await wallet.refresh();
  wallet.close();
  const again = createWallet({ ...optionsOf(world), clock });
  expect((await again.ready()).status).toBe('active');
  const last = await again.refresh();
  await expect(again.refresh()).rejects.toMatchObject(signInRequired);
  // The session itself stays valid until its end.
  expect(again.state).toMatchObject({ status: 'active', session: { id: last.id } });
  await freezeCard(again, world);
  clock.advance(again.timeLeft());
  expect(again.state).toMatchObject({ status: 'expired', session: { id: last.id } });
  await expect(again.refresh()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  await signIn(again, world);
  expect((await again.refresh()).id).not.toBe(last.id);
});

it('cannot be refreshed beyond the age the relay allows, and reports it once', async () => {
  const world = await newWorld({ maxSessionAge: 12 * MINUTE });
  const clock = manualClock();
  const wallet = createWallet({ ...optionsOf(world), clock, autoRefresh: true });
  const failures: unknown[] = [];
  wallet.subscribe((event) => {
    if (event.type === 'refresh_failed') failures.push(event.cause);
  });
  await signIn(wallet, world);
  await control(world, { do: 'advance', minutes: 14 });
  clock.advance(wallet.timeLeft() - 1_000);
  expect(wallet.state.status).toBe('expiring');
  await eventually(() => expect(failures).toHaveLength(1));
  expect(failures).toEqual([expect.objectContaining(signInRequired)]);
  clock.advance(1_000);
  expect(wallet.state.status).toBe('expired');
  expect(failures).toHaveLength(1);
});
