import { describe, expect, expectTypeOf, it } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { createWallet, type Review, type WalletErrorCode, type WalletEvent } from '../index.ts';
import { createFakeWallet, exampleCredentials, type FakeCall } from './index.ts';

interface Actions {
  freezeCard: { input: { cardId: string }; result: { state: string } };
}

const [email, provider, passkey] = exampleCredentials.map(({ id }) => id) as [
  string,
  string,
  string,
];
const coded = (code: WalletErrorCode) => expect.objectContaining({ code });

function typesOf(wallet: ReturnType<typeof createFakeWallet>): string[] {
  const seen: string[] = [];
  wallet.subscribe((event: WalletEvent) => seen.push(event.type));
  return seen;
}

it('has every member of a wallet', () => {
  const real = Object.keys(createWallet({ relay: '/api/wallet' }));
  expect(Object.keys(createFakeWallet()).sort()).toEqual([...real, 'fake'].sort());
});

it('begins in each status, and expires by its clock', async () => {
  for (const status of ['signed-out', 'active', 'expiring', 'expired'] as const) {
    const wallet = createFakeWallet({ status, clock: manualClock() });
    expect(wallet.state).toMatchObject({ status, ready: true });
    expect(await wallet.ready()).toBe(wallet.state);
  }
  const clock = manualClock();
  const wallet = createFakeWallet({ status: 'active', sessionLife: 600_000, clock });
  const seen = typesOf(wallet);
  clock.advance(535_000);
  expect(wallet.state.status).toBe('expiring');
  expect(wallet.timeLeft()).toBe(60_000);
  clock.advance(60_000);
  expect(wallet.state.status).toBe('expired');
  await expect(wallet.refresh()).rejects.toEqual(coded('SESSION_EXPIRED'));
  expect(seen).toEqual(['state', 'state']);
});

it('refuses options that do not exist', () => {
  expect(() => createFakeWallet({ stauts: 'active' } as never)).toThrow(coded('INVALID_INPUT'));
});

it('runs the given actions with a copy of the input', async () => {
  const wallet = createFakeWallet<Actions>({
    status: 'active',
    actions: { freezeCard: ({ cardId }) => ({ state: `${cardId} FROZEN` }) },
  });
  const result = await wallet.run('freezeCard', { cardId: 'Card:1' });
  expectTypeOf(result).toEqualTypeOf<{ state: string }>();
  expect(result).toEqual({ state: 'Card:1 FROZEN' });
  const unknown = createFakeWallet({ status: 'active' });
  await expect(unknown.run('freezeCard', {})).rejects.toEqual(coded('INVALID_INPUT'));
  expect(unknown.fake.calls).toEqual([{ call: 'run', input: ['freezeCard', {}, undefined] }]);
});

describe('the controls', () => {
  const calls: readonly [FakeCall, (wallet: ReturnType<typeof createFakeWallet>) => unknown][] = [
    ['account', (wallet) => wallet.account()],
    ['emailOtp.send', (wallet) => wallet.emailOtp(email).send()],
    ['emailOtp.verify', (wallet) => wallet.emailOtp(email).verify('123456')],
    ['passkey.prepare', (wallet) => wallet.passkey(passkey).prepare()],
    ['passkey.confirm', async (wallet) => (await wallet.passkey(passkey).prepare()).confirm()],
    ['passkey.autofill', async (wallet) => (await wallet.passkey(passkey).prepare()).autofill()],
    ['oauth.prepare', (wallet) => wallet.oauth(provider).prepare()],
    ['oauth.resume', (wallet) => wallet.oauth(provider).resume('state')],
    ['oauth.popup', async (wallet) => (await wallet.oauth(provider).prepare()).popup('about:')],
    ['oauth.verify', async (wallet) => (await wallet.oauth(provider).prepare()).verify('token')],
    ['newPasskey.prepare', (wallet) => wallet.prepareNewPasskey({ nickname: 'Phone' })],
    ['newPasskey.confirm', (wallet) => wallet.addPasskey({ nickname: 'Phone' })],
    ['removeCredential', (wallet) => wallet.removeCredential(passkey)],
    ['run', (wallet) => wallet.run('freezeCard', {})],
    ['stamp', (wallet) => wallet.stamp('payload')],
    ['refresh', (wallet) => wallet.refresh()],
    ['sessions.list', (wallet) => wallet.sessions.list()],
    ['sessions.end', (wallet) => wallet.sessions.end('Session:1')],
    ['signOut', (wallet) => wallet.signOut()],
  ];

  it.each(calls)('%s fails once when a test asks for it', async (call, perform) => {
    const wallet = createFakeWallet({ status: 'active' });
    wallet.fake.fail(call, 'NETWORK');
    await expect(perform(wallet)).rejects.toEqual(coded('NETWORK'));
    expect(wallet.fake.calls.at(-1)?.call).toBe(call);
  });
});

describe('a review', () => {
  const changes = {
    freezeCard: ({ cardId }: { cardId: string }) =>
      ({ operation: 'cards.update', input: { id: cardId, state: 'FROZEN' } }) as const,
  };
  const actions = { freezeCard: () => ({ state: 'FROZEN' }) };
  const card = { id: 'Card:1', kind: 'card', last4: '4242' } as const;

  it('is asked with the declared change and what can be read of its card', async () => {
    const seen: unknown[] = [];
    const review: Review = async (_payload, action, describe) => {
      seen.push(action.kind, await describe());
      return true;
    };
    const resources = [card];
    const wallet = createFakeWallet({ status: 'active', actions, changes, resources, review });
    await wallet.run('freezeCard', { cardId: 'Card:1' });
    await wallet.removeCredential(exampleCredentials[2]?.id ?? '');
    expect(seen).toEqual([
      'action',
      card,
      'remove_credential',
      expect.objectContaining({ kind: 'credential', nickname: 'Laptop' }),
    ]);
  });

  it('that refuses, or cannot read the card, stops the action', async () => {
    const review: Review = async (_payload, _action, describe) => {
      await expect(describe()).rejects.toMatchObject({ code: 'FORBIDDEN' });
      return false;
    };
    const wallet = createFakeWallet({ status: 'active', actions, changes, review });
    await expect(wallet.run('freezeCard', { cardId: 'Card:2' })).rejects.toMatchObject({
      code: 'REFUSED_BY_PERSON',
    });
  });
});
