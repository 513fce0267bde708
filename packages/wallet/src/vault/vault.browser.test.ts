import { createStore, entries, get, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { manualClock, newWorld, optionsOf, type TestWorld } from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import { systemClock } from '../clock.ts';
import { createWallet, type WalletEvent, type WalletOptions } from '../index.ts';
import { createIndexedDbVault, vaultName } from './indexeddb-vault.ts';

afterEach(() => vi.restoreAllMocks());

const databaseOf = ({ accountId }: TestWorld) => vaultName(location.hostname, accountId);
const storeOf = (world: TestWorld) => createStore(databaseOf(world), 'vault');

async function signedIn(world: TestWorld, options: Partial<WalletOptions> = {}) {
  const events: WalletEvent[] = [];
  const wallet = createWallet({ ...optionsOf(world), ...options });
  wallet.subscribe((event) => events.push(event));
  await signIn(wallet, world);
  return { wallet, events };
}

it('stores the session key as a non-extractable key', async () => {
  const world = await newWorld();
  await signedIn(world);
  const record = await get<{ key: CryptoKey }>('session', storeOf(world));
  expect(record?.key).toBeInstanceOf(CryptoKey);
  expect(record?.key.extractable).toBe(false);
  for (const format of ['pkcs8', 'jwk'] as const) {
    await expect(crypto.subtle.exportKey(format, record?.key as CryptoKey)).rejects.toMatchObject({
      name: 'InvalidAccessError',
    });
  }
});

it('has its own database for each account and relying party', async () => {
  const [one, two] = await Promise.all([newWorld(), newWorld()]);
  await signedIn(one);
  await signedIn(two, { rpId: 'example.com' });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toContain(`payments-wallet:${location.hostname}:${one.accountId}`);
  expect(names).toContain(`payments-wallet:example.com:${two.accountId}`);
  expect((await createWallet({ ...optionsOf(one), rpId: 'example.com' }).ready()).status).toBe(
    'signed-out',
  );
});

it('detects a store that returns another value than it stored', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore) {
    return this.count();
  });
  const wallet = createWallet(optionsOf(await newWorld()));
  expect((await wallet.ready()).persistence).toBe('memory');
});

it("uses only memory with `vault: 'memory'`", async () => {
  const world = await newWorld();
  const { wallet, events } = await signedIn(world, { vault: 'memory' });
  expect(wallet.state.persistence).toBe('memory');
  expect(events.map(({ type }) => type)).not.toContain('storage_degraded');
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(databaseOf(world));
  expect((await createWallet(optionsOf(world)).ready()).status).toBe('signed-out');
});

it('opens another connection when the browser has dropped the first', async () => {
  const vault = createIndexedDbVault(`test:${crypto.randomUUID()}`, systemClock);
  await vault.set('a', 1);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  transaction.mockImplementationOnce(() => {
    throw new DOMException('connection is closing', 'InvalidStateError');
  });
  expect(await vault.get('a')).toBe(1);
  transaction.mockImplementation(() => {
    throw new DOMException('gone for good', 'InvalidStateError');
  });
  await expect(vault.get('a')).rejects.toMatchObject({ name: 'InvalidStateError' });
});

it('deletes only expired and unreadable records at the start', async () => {
  const world = await newWorld();
  const clock = manualClock();
  const store = storeOf(world);
  const anchoredAt = clock.now() - 1_000;
  await set('pending:old', { version: 1, life: 1_000, anchoredAt }, store);
  await set('pending:young', { version: 1, life: 1_001, anchoredAt }, store);
  await set('probe:left', { version: 1, life: 500, anchoredAt }, store);
  await set('session', 'from another version', store);
  await createWallet({ ...optionsOf(world), clock }).ready();
  expect((await entries(store)).map(([key]) => key)).toEqual(['pending:young']);
});

it('does not restore an expired session', async () => {
  const world = await newWorld();
  const clock = manualClock();
  await signedIn(world, { clock });
  clock.advance(15 * 60_000);
  expect((await createWallet({ ...optionsOf(world), clock }).ready()).status).toBe('signed-out');
  expect(await entries(storeOf(world))).toEqual([]);
});

it('does not restore a key that does not match its record', async () => {
  const world = await newWorld();
  await signedIn(world);
  const store = storeOf(world);
  const record = await get<Record<string, unknown>>('session', store);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  await set('session', { ...record, key: privateKey }, store);
  expect((await createWallet(optionsOf(world)).ready()).status).toBe('signed-out');
});

it('attack: a planted record whose life no session has is not restored', async () => {
  const world = await newWorld();
  await signedIn(world);
  const store = storeOf(world);
  const record = await get<object>('session', store);
  const years = 31 * 365 * 86_400_000;
  await set('session', { ...record, life: years }, store);
  const restored = createWallet(optionsOf(world));
  expect((await restored.ready()).status).toBe('signed-out');
  expect(restored.timeLeft()).toBe(0);
});

it('restores a session in another tab however long the service lets it live', async () => {
  const world = await newWorld();
  const options = { ...optionsOf(world), person: 'ada' };
  await signedIn(world, options);
  const store = createStore(vaultName(location.hostname, world.accountId, 'ada'), 'vault');
  const record = await get<object>('session', store);
  const month = 30 * 86_400_000;
  await set('session', { ...record, life: month }, store);
  const restored = createWallet(options);
  expect((await restored.ready()).status).toBe('active');
  expect(restored.timeLeft()).toBeGreaterThan(month - 60_000);
});

it('attack: in memory, replaced methods of maps receive no key', async () => {
  const found: string[] = [];
  for (const name of ['get', 'set'] as const) {
    const real = Map.prototype[name] as (...args: unknown[]) => unknown;
    vi.spyOn(Map.prototype, name).mockImplementation(function (this: never, ...args: unknown[]) {
      const result = real.apply(this, args);
      for (const value of [...args, result]) {
        if (value instanceof Object && 'lineage' in value) found.push(name);
      }
      return result as never;
    });
  }
  const world = await newWorld();
  const { wallet } = await signedIn(world, { vault: 'memory' });
  await wallet.refresh();
  await freezeCard(wallet, world);
  expect(found).toEqual([]);
});
