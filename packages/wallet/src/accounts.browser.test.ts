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

it('never restores the session of another login of the platform, with or without an account', async () => {
  const [ada, eve] = [await newWorld(), await newWorld()];
  const rpId = crypto.randomUUID();
  for (const withAccount of [true, false]) {
    const open = ({ relay, accountId }: typeof ada) =>
      createWallet({ relay, rpId, ...(withAccount ? { accountId } : {}) });
    const wallet = open(ada);
    await (await wallet.emailOtp(ada.emailId).send()).verify('000000');
    expect(await open(ada).ready()).toMatchObject({ status: 'active' });
    // Who is logged in now shares the browser, and not the account.
    const other = open(eve);
    expect(await other.ready()).toMatchObject({ status: 'signed-out' });
    window.dispatchEvent(new Event('focus'));
    await (await other.emailOtp(eve.emailId).send()).verify('000000');
    expect(other.state.session?.accountId).toBe(eve.accountId);
    expect(await open(ada).ready()).toMatchObject({
      status: withAccount ? 'active' : 'signed-out',
    });
  }
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
