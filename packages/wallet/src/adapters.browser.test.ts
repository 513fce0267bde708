import { get } from 'svelte/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, isProxy, reactive, ref } from 'vue';
import { addAuthenticator, removeAuthenticators } from '../test/app/authenticator.ts';
import { cardState, newWorld, optionsOf } from '../test/app/client.ts';
import { createWallet, type SessionInfo, type Wallet, WalletError } from './index.ts';
import * as svelte from './svelte/index.ts';
import * as vue from './vue/index.ts';

interface Actions {
  readonly freezeCard: { readonly input: { cardId: string }; readonly result: { state: string } };
}

beforeEach(() => addAuthenticator());
afterEach(removeAuthenticators);

async function withPasskey() {
  const world = await newWorld();
  const wallet = createWallet<Actions>(optionsOf(world));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();
  return { world, wallet, id };
}

it('works behind the Proxies of Vue: wallet, flows and prepared ceremonies', async () => {
  const { world, wallet, id } = await withPasskey();
  const held = reactive({ wallet }).wallet as typeof wallet;
  expect(isProxy(held)).toBe(true);
  const prepared = ref(await held.passkey(id).prepare());
  expect(isProxy(prepared.value)).toBe(true);
  expect(prepared.value.timeLeft()).toBeGreaterThan(0);
  expect((await prepared.value.confirm()).type).toBe('PASSKEY');
  const adding = ref(await held.prepareNewPasskey({ nickname: 'Second' }));
  expect(adding.value.timeLeft()).toBeGreaterThan(0);
  const oauth = ref(await held.oauth(world.oauthId).prepare());
  expect(oauth.value.timeLeft()).toBeGreaterThan(0);
  await held.run('freezeCard', { cardId: world.cardId });
  expect(held.state.status).toBe('active');
  expect(await cardState(world)).toBe('FROZEN');
});

it('offers Vue the state, a sign-in and a signed action', async () => {
  const { world, wallet, id } = await withPasskey();
  const scope = effectScope();
  const used = scope.run(() => ({
    state: vue.useWallet(wallet),
    passkey: vue.usePasskey(wallet, id),
    // Another wallet, because the wait after the last code applies to this one.
    otp: vue.useEmailOtp(createWallet(optionsOf(world)), world.emailId),
    freeze: vue.useSignedAction(wallet, 'freezeCard'),
  }));
  if (used === undefined) throw new Error('The scope ran nothing.');
  await expect.poll(() => used.passkey.prepare.state.value.status).toBe('done');
  await used.freeze.run({ cardId: world.cardId });
  expect(used.freeze.state.value.error?.code).toBe('NOT_SIGNED_IN');
  await used.passkey.confirm.run();
  expect(used.state.value.status).toBe('active');
  await used.freeze.run({ cardId: world.cardId });
  expect(used.freeze.state.value.result?.state).toBe('FROZEN');
  await wallet.signOut();
  await used.otp.send.run();
  await used.otp.verify.run('111111');
  expect(used.otp.verify.state.value.error?.code).toBe('WRONG_CODE');
  scope.stop();
  await used.otp.verify.run('000000');
  await expect.poll(() => wallet.state.status).toBe('active');
  expect(used.state.value.status).toBe('signed-out');
});

it('requests a new challenge after one was used or has expired', async () => {
  const codes = ['PASSKEY_REJECTED', 'CANCELLED', 'CHALLENGE_EXPIRED'] as const;
  const session = { id: 'Session:1' } as SessionInfo;
  for (const use of [
    (wallet: Pick<Wallet, 'passkey'>) => svelte.passkey(wallet, 'AuthMethod:1'),
    (wallet: Pick<Wallet, 'passkey'>) => vue.usePasskey(wallet, 'AuthMethod:1'),
  ]) {
    const outcomes = codes.map((code) => new WalletError(code));
    const prepare = vi.fn(async () => {
      let left = 60_000;
      const confirm = async () => {
        const error = outcomes.shift();
        if (error === undefined) return session;
        if (!error.silent) left = 0;
        throw error;
      };
      return { timeLeft: () => left, confirm, autofill: confirm };
    });
    const flow = use({ passkey: () => ({ prepare }) });
    for (const prepared of [1, 2, 2]) {
      await expect.poll(() => prepare.mock.results.length).toBe(prepared);
      await Promise.all(prepare.mock.results.map(({ value }) => value));
      await new Promise((resolve) => setTimeout(resolve));
      expect(await flow.confirm.run()).toBeUndefined();
    }
    await expect.poll(() => prepare.mock.results.length).toBe(3);
    await new Promise((resolve) => setTimeout(resolve));
    expect(await flow.confirm.run()).toBe(session);
  }
});

it('offers Svelte stores of the state, a sign-in and a signed action', async () => {
  const { world, wallet, id } = await withPasskey();
  const state = svelte.walletState(wallet);
  const seen: string[] = [];
  const stop = state.subscribe(({ status }) => seen.push(status));
  const { prepare, confirm } = svelte.passkey(wallet, id);
  const freeze = svelte.signedAction(wallet, 'freezeCard');
  await expect.poll(() => get(prepare).status).toBe('done');
  await confirm.run();
  expect(get(state).status).toBe('active');
  await freeze.run({ cardId: world.cardId });
  expect(get(freeze).result?.state).toBe('FROZEN');
  freeze.reset();
  expect(get(freeze)).toEqual({ status: 'idle' });
  stop();
  await wallet.signOut();
  const { send, verify } = svelte.emailOtp(createWallet(optionsOf(world)), world.emailId);
  await send.run();
  await verify.run('000000');
  expect(get(verify).status).toBe('done');
  expect(seen).toEqual(expect.arrayContaining(['signed-out', 'active']));
});
