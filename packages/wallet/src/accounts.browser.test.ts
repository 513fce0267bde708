import { createStore, get, set } from 'idb-keyval';
import { expect, it } from 'vitest';
import { newWorld, optionsOf } from '../test/app/client.ts';
import { createWallet, type WalletOptions } from './index.ts';
import { vaultName } from './vault/open-vault.ts';

it('keeps the accounts of one person apart in one wallet', async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const wallet = createWallet(optionsOf(one));
  const other = wallet.forAccount(two.accountId);
  expect(wallet.forAccount(two.accountId)).toBe(other);
  expect(wallet.forAccount(one.accountId)).toBe(wallet);
  await (await wallet.emailOtp(one.emailId).send()).verify('000000');
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

it("does not restore another account's session from its own database", async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const options: WalletOptions = { relay: one.relay, accountId: one.accountId };
  const first = createWallet(options);
  await (await first.emailOtp(one.emailId).send()).verify('000000');
  const storeOf = (accountId: string) =>
    createStore(vaultName(location.hostname, accountId), 'vault');
  const record = await get('session', storeOf(one.accountId));
  await set('session', record, storeOf(two.accountId));
  const other = createWallet({ ...optionsOf(two), accountId: two.accountId });
  expect((await other.ready()).status).toBe('signed-out');
  expect((await createWallet(options).ready()).status).toBe('active');
});
