import { expect, it, vi } from 'vitest';
import { WalletError } from '../errors/wallet-error.ts';
import { StateStore } from '../session/state-store.ts';
import type { SignerLink } from './link.ts';
import { createRemoteWallet } from './remote-wallet.ts';
import { startSigner } from './start-signer.ts';

it.each([
  ['no pages', {}, /at least one origin/],
  ['an empty list of pages', { pages: [] }, /at least one origin/],
  ['a page as text', { pages: 'https://app.example.com' }, /array of at least one origin/],
  [
    'a misspelt option',
    { pages: ['https://app.example.com'], text: {} },
    /`text` is not an option/,
  ],
  ['another prompt', { pages: ['https://app.example.com'], prompt: 'popup' }, /prompt: expected/],
  ['a page with a path', { pages: ['https://app.example.com/'] }, /is not an origin such as/],
])('refuses %s, and names the mistake', (_what, options, message) => {
  const start = () => startSigner({ relay: '/api/wallet', ...options } as never);
  expect(start).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(start).toThrow(message);
});

/** A wallet whose frame responds to calls as given, and the time of the page's clock. */
function remoteWallet(call: (method: string) => Promise<unknown>) {
  const time = { now: 0 };
  const clock = { now: () => time.now, monotonic: () => time.now, setTimeout: () => () => {} };
  const link = { call, close: () => {} } as unknown as SignerLink;
  const open = async () => link;
  const signer = { origin: 'https://signer.example' };
  return { wallet: createRemoteWallet(signer, { signer, clock }, new StateStore(), open), time };
}

it('counts the milliseconds until another code can be sent', async () => {
  const call = vi.fn(async () => ({ nickname: 'a…', resendIn: 30_000 }));
  const { wallet, time } = remoteWallet(call);
  const signIn = wallet.emailOtp('AuthMethod:1');
  expect(signIn.resendIn()).toBe(0);
  const sent = await signIn.send();
  expect(sent.resendIn()).toBe(30_000);
  time.now = 29_000;
  expect(wallet.emailOtp('AuthMethod:1').resendIn()).toBe(1_000);
  await expect(signIn.send()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1_000 });
  expect(call).toHaveBeenCalledTimes(1);
  time.now = 30_000;
  expect(signIn.resendIn()).toBe(0);
});

it('waits as long as a refusal asks for', async () => {
  const { wallet } = remoteWallet(() =>
    Promise.reject(new WalletError('RATE_LIMITED', { retryAfter: 7_000 })),
  );
  const signIn = wallet.emailOtp('AuthMethod:1');
  await expect(signIn.send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(signIn.resendIn()).toBe(7_000);
});
