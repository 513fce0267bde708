import { expect, it } from 'vitest';
import { newWorld } from '../test/app/client.ts';
import { createWallet } from './index.ts';

it('keeps the accounts of one person apart in one wallet', async () => {
  const [one, two] = [await newWorld(), await newWorld()];
  const wallet = createWallet(one);
  const other = wallet.forAccount(two.accountId);
  expect(wallet.forAccount(two.accountId)).toBe(other);
  expect(wallet.forAccount(one.accountId)).toBe(wallet);
  await (await wallet.emailOtp(one.emailId).send()).verify('000000');
  expect(wallet.state.status).toBe('active');
  expect((await other.ready()).status).toBe('signed-out');
  wallet.close();
});
