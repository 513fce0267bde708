import { createStore, get, set } from 'idb-keyval';
import { expect, it } from 'vitest';
import { control, newWorld, optionsOf, type TestWorld } from '../test/app/client.ts';
import { signIn } from '../test/app/signed-in.ts';
import { createWallet, type Wallet, type WalletOptions } from './index.ts';
import { vaultName } from './vault/indexeddb-vault.ts';
import type { SessionRecord } from './vault/records.ts';

it('keeps the accounts of one person apart in one wallet', async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const wallet = createWallet(optionsOf(one));
  const other = wallet.forAccount(two.accountId);
  expect(wallet.forAccount(two.accountId)).toBe(other);
  expect(wallet.forAccount(one.accountId)).toBe(wallet);
  await signIn(wallet, one);
  expect(wallet.state.status).toBe('active');
  expect((await other.ready()).status).toBe('signed-out');
  wallet.close();
});

it('refuses an account that does not belong to the person who is logged in', async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const wallet = createWallet({ ...optionsOf(one), accountId: two.accountId });
  await expect(wallet.account()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(wallet.emailOtp(one.emailId).send()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  wallet.close();
});

/** The ways in which a page can name who it is for. */
const named = [
  ['nobody', () => ({})],
  ['the account', ({ accountId }: TestWorld) => ({ accountId })],
  ['the person', (_world: TestWorld, person: string) => ({ person })],
  ['both', ({ accountId }: TestWorld, person: string) => ({ accountId, person })],
] as const;

it.each(named)(
  'attack: a browser that logins share, also with one account, keeps them apart: a page that names %s',
  async (_what, options) => {
    const [ours, eves] = [await newWorld(), await newWorld()];
    const rpId = crypto.randomUUID();
    const load = (world: TestWorld, login: string) =>
      createWallet({ relay: world.relay, rpId, ...options(world, login) });
    const statusOf = async (wallet: Wallet) => (await wallet.ready()).status;
    const adas = load(ours, 'ada');
    await signIn(adas, ours);
    expect(await statusOf(load(ours, 'ada'))).toBe('active');
    await control(ours, { do: 'log in', id: 'bob' });
    const bobs = load(ours, 'bob');
    expect(await statusOf(bobs)).toBe('signed-out');
    window.dispatchEvent(new Event('focus'));
    // The tab that Ada has left open.
    await adas.account();
    expect([adas.state.status, bobs.state.status]).toEqual(['signed-out', 'signed-out']);
    adas.close();
    await signIn(bobs, ours);
    expect(await statusOf(load(ours, 'bob'))).toBe('active');
    expect(await statusOf(load(eves, 'eve'))).toBe('signed-out');
    await control(ours, { do: 'log in', id: 'ada' });
    expect(await statusOf(load(ours, 'ada'))).toBe('signed-out');
  },
);

it('does not restore a session of an earlier release, which does not say whose it is', async () => {
  const world = await newWorld();
  const options = { relay: world.relay, accountId: world.accountId };
  await signIn(createWallet(options), world);
  const store = createStore(vaultName(location.hostname, world.accountId), 'vault');
  const { person, lineage, ...older } = (await get('session', store)) as SessionRecord;
  expect([typeof person, typeof lineage]).toEqual(['string', 'string']);
  await set('session', older, store);
  expect((await createWallet(options).ready()).status).toBe('signed-out');
});

it("does not restore another account's session from its own database", async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const options: WalletOptions = { relay: one.relay, accountId: one.accountId };
  const first = createWallet(options);
  await signIn(first, one);
  const storeOf = (accountId: string) =>
    createStore(vaultName(location.hostname, accountId), 'vault');
  const record = await get('session', storeOf(one.accountId));
  await set('session', record, storeOf(two.accountId));
  const other = createWallet({ ...optionsOf(two), accountId: two.accountId });
  expect((await other.ready()).status).toBe('signed-out');
  expect((await createWallet(options).ready()).status).toBe('active');
});
