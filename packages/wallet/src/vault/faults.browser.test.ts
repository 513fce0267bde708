import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardState, newWorld, optionsOf, type TestWorld } from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import {
  blockSiteData,
  breakStorage,
  type Call,
  calls,
  type Fault,
  faults,
  reasonOf,
} from '../../test/storage-faults.ts';
import { systemClock } from '../clock.ts';
import { createWallet, type WalletClock } from '../index.ts';

/** Whether time-outs are shortened to a hundredth: only while a call never ends. */
let isHung = false;

const quick: WalletClock = {
  ...systemClock,
  setTimeout: (callback, milliseconds) =>
    systemClock.setTimeout(
      callback,
      isHung && milliseconds <= 10_000 ? milliseconds / 100 : milliseconds,
    ),
};

/** A fault after a sign-in does not change the other wallets' databases. */
afterEach(() => {
  restoreStorage();
  vi.unstubAllGlobals();
});

const wallets: { close(): void }[] = [];
function breakIt(call: Call, fault: Fault): void {
  breakStorage(call, fault);
  isHung = fault === 'hang';
}

function restoreStorage(): void {
  vi.restoreAllMocks();
  isHung = false;
}

function walletOf(world: TestWorld) {
  // A clock of its own: the stamps of all tests of this page together exceed the limit.
  const wallet = createWallet({ ...optionsOf(world), clock: { ...quick } });
  wallets.push(wallet);
  return wallet;
}
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.close();
});

const matrix = calls.flatMap((call) => faults.map((fault) => [call, fault] as const));

describe('storage that fails from the start', () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await newWorld();
  });

  it.each(matrix)('%s: %s', async (call, fault) => {
    breakIt(call, fault);
    const wallet = walletOf(world);
    const degraded = vi.fn();
    wallet.subscribe(({ type }) => type === 'storage_degraded' && degraded());
    expect(await wallet.ready()).toMatchObject({ ready: true, status: 'signed-out' });
    expect(degraded).toHaveBeenCalled();
    expect(wallet.state.persistence).toBe('memory');
    expect(wallet.state.reasons).toContain(reasonOf[fault]);
    await signIn(wallet, world);
    await freezeCard(wallet, world);
    expect(await cardState(world)).toBe('FROZEN');
    await wallet.signOut();
    expect(wallet.state.status).toBe('signed-out');
    restoreStorage();
    expect((await walletOf(world).ready()).status).toBe('signed-out');
  });
});

describe('storage that fails after a sign-in', () => {
  it.each(matrix)('%s: %s: signed out stays signed out after a reload', async (call, fault) => {
    const world = await newWorld();
    await signIn(walletOf(world), world);
    const wallet = walletOf(world);
    expect((await wallet.ready()).status).toBe('active');
    breakIt(call, fault);
    await wallet.signOut();
    expect(wallet.state.status).toBe('signed-out');
    restoreStorage();
    const again = walletOf(world);
    expect((await again.ready()).status).toBe('signed-out');
    await expect(freezeCard(again, world)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(await cardState(world)).toBe('ACTIVE');
  });

  it.each(faults)(
    'a refresh that cannot be written (%s) deletes the old session',
    async (fault) => {
      const world = await newWorld();
      await signIn(walletOf(world), world);
      const wallet = walletOf(world);
      await wallet.ready();
      const old = wallet.state.session?.id;
      breakIt('write', fault);
      const next = await wallet.refresh();
      expect(wallet.state).toMatchObject({ session: { id: next.id }, persistence: 'memory' });
      expect(wallet.state.reasons).toContain(reasonOf[fault]);
      restoreStorage();
      const again = walletOf(world);
      expect((await again.ready()).session?.id).not.toBe(old);
      expect((await wallet.signOut()).wiped).toBe(true);
      expect((await walletOf(world).ready()).status).toBe('signed-out');
    },
  );

  it.each(
    (['read', 'delete'] as const).flatMap((call) =>
      (['throw', 'quota', 'blocked'] as const).map((fault) => [call, fault] as const),
    ),
  )('%s: %s: is not restored without localStorage', async (call, fault) => {
    const world = await newWorld();
    await signIn(walletOf(world), world);
    const wallet = walletOf(world);
    await wallet.ready();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    breakIt(call, fault);
    expect((await wallet.signOut()).wiped).toBe(true);
    restoreStorage();
    expect((await walletOf(world).ready()).status).toBe('signed-out');
  });

  it('reports a record that was left, repeats its deletion on waking, and reports its end', async () => {
    const world = await newWorld();
    const wallet = walletOf(world);
    await signIn(wallet, world);
    breakIt('delete', 'throw');
    breakIt('write', 'throw');
    expect(await wallet.signOut()).toEqual({ revoked: true, wiped: false });
    expect(wallet.state.reasons).toContain('record_left');
    restoreStorage();
    window.dispatchEvent(new Event('focus'));
    await eventually(() => expect(wallet.state.reasons).not.toContain('record_left'));
  });
});

it('does not write an abandoned record when the database opens late', async () => {
  const world = await newWorld();
  let open: () => void = () => {};
  const real = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name) {
    const request = {} as Record<string, (event: Event) => void> & { result?: IDBDatabase };
    const earlier = open;
    open = () => {
      earlier();
      const late = real.call(this, name);
      late.onupgradeneeded = () => void late.result.createObjectStore('vault');
      late.onsuccess = (event) => {
        request.result = late.result;
        request.onsuccess?.(event);
      };
    };
    return request as unknown as IDBOpenDBRequest;
  });
  isHung = true;
  const wallet = walletOf(world);
  await signIn(wallet, world);
  expect(wallet.state.reasons).toContain('storage_timed_out');
  restoreStorage();
  open();
  expect((await walletOf(world).ready()).status).toBe('signed-out');
});

it('works where site data is blocked, and reports the missing storage', async () => {
  blockSiteData();
  const world = await newWorld();
  for (const vault of ['auto', 'memory'] as const) {
    const wallet = createWallet({ ...optionsOf(world), vault });
    wallets.push(wallet);
    expect(await wallet.ready()).toMatchObject({ ready: true, persistence: 'memory' });
    expect(wallet.state.reasons).toContain('tabs_unavailable');
    expect(wallet.state.reasons.includes('storage_blocked')).toBe(vault === 'auto');
  }
  const wallet = walletOf(world);
  await signIn(wallet, world);
  await wallet.refresh();
  await freezeCard(wallet, world);
  expect(await cardState(world)).toBe('FROZEN');
  expect(await wallet.signOut()).toMatchObject({ revoked: true });
});

it('is ready although a vault of the platform rejects everything', async () => {
  const world = await newWorld();
  const no = () => Promise.reject(new Error('no'));
  const vault = { persistence: 'indexeddb', get: no, set: no, delete: no, entries: no } as const;
  const wallet = createWallet({ ...optionsOf(world), vault });
  expect(await wallet.ready()).toMatchObject({ ready: true, persistence: 'memory' });
  await signIn(wallet, world);
  expect(wallet.state.status).toBe('active');
});
