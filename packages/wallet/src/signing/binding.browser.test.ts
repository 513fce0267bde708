import { afterEach, describe, expect, it, vi } from 'vitest';
import { control, manualClock, newWorld, type WorldOptions } from '../../test/app/client.ts';
import { freezeCard, signIn } from '../../test/app/signed-in.ts';
import {
  type BeginResponse,
  createRelayTransport,
  createWallet,
  type WalletOptions,
  type WalletTransport,
} from '../index.ts';

afterEach(() => vi.restoreAllMocks());

type Call = 'refreshBegin' | 'revokeBegin' | 'passkeyBegin' | 'actionBegin';

/** A relay that replaces the service's payload. */
async function withRelay(
  call: Call,
  payload: (original: string) => string,
  options: Partial<WalletOptions> = {},
  service: WorldOptions = {},
) {
  const world = await newWorld(service);
  const relay = createRelayTransport(world);
  const evil: WalletTransport = {
    ...relay,
    [call]: async (request: never) => {
      const step = (await relay[call](request)) as BeginResponse<unknown>;
      if (step.status !== 'challenge') return step;
      return { ...step, payloadToSign: payload(step.payloadToSign) };
    },
  };
  // The engines run all tests in one page, whose stamps together would exceed the usual limit.
  const many = { stampsPerMinute: 10_000 };
  const wallet = createWallet({ transport: evil, accountId: world.accountId, ...many, ...options });
  await signIn(wallet, world);
  const completed = async () =>
    ((await control(world, { do: 'requests' })) as string[]).filter((path) =>
      path.endsWith('/complete'),
    );
  return { world, wallet, completed, freeze: () => freezeCard(wallet, world) };
}

const payment =
  '{"fields":{"amount":100000},"operation":"quotes.execute","requestId":"Quote:1","resource":"/quotes/Quote:1/execute","timestampMs":"1"}';
/** The page relies on its relay. */
const optIn = { minimumCheck: 'unreadable' } as const;
const attackersKey = `04${'ab'.repeat(64)}`;

it.each<[string, Partial<WalletOptions>]>([
  ['without a review', {}],
  // The documented review of a page that checks only actions.
  ['with a review that agrees', { review: () => true }],
])('does not sign a payload for another purpose: %s', async (_name, options) => {
  const swap = (original: string) => original.replace(/04[0-9a-f]{128}/, attackersKey);
  const refreshing = await withRelay('refreshBegin', swap, options);
  await expect(refreshing.wallet.refresh()).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
  expect(await refreshing.completed()).toEqual([]);

  const leaving = await withRelay('revokeBegin', () => payment, options);
  expect(await leaving.wallet.signOut()).toEqual({
    revoked: false,
    wiped: true,
    cause: expect.objectContaining({ code: 'PAYLOAD_MISMATCH' }),
  });
  expect(await leaving.completed()).toEqual([]);

  const opening = `{"clientPublicKey":"${attackersKey}","operation":"sessions.refresh"}`;
  const { freeze, completed } = await withRelay('actionBegin', () => opening, options);
  await expect(freeze()).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
  expect(await completed()).toEqual([]);
});

it('refuses a payment in place of a declared change before anybody is asked', async () => {
  const review = vi.fn(() => true);
  const changes = {
    freezeCard: ({ cardId }: { cardId: string }) => ({
      operation: 'cards.update',
      input: { id: cardId, state: 'FROZEN' },
    }),
  };
  const options = { review, changes } as Partial<WalletOptions>;
  const { freeze, completed } = await withRelay('actionBegin', () => payment, options);
  await expect(freeze()).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
  expect(review).not.toHaveBeenCalled();
  expect(await completed()).toEqual([]);
});

describe('a payload that cannot be checked', () => {
  it('is refused without a review, and shown to a review as not bound', async () => {
    const opaque = await withRelay('actionBegin', () => 'opaque bytes');
    await expect(opaque.freeze()).rejects.toMatchObject({ code: 'PAYLOAD_UNCHECKED' });
    expect(await opaque.completed()).toEqual([]);

    const review = vi.fn(() => false);
    const { freeze } = await withRelay('actionBegin', () => 'opaque bytes', { review });
    await expect(freeze()).rejects.toMatchObject({ code: 'REFUSED_BY_PERSON' });
    expect(review).toHaveBeenCalledWith(
      'opaque bytes',
      expect.objectContaining({ kind: 'action', strength: 'unreadable' }),
      expect.any(Function),
      { signal: expect.any(AbortSignal) },
    );
  });

  it('is refused for a refresh as well', async () => {
    const { wallet } = await withRelay('refreshBegin', () => 'opaque bytes');
    await expect(wallet.refresh()).rejects.toMatchObject({ code: 'PAYLOAD_UNCHECKED' });
  });
});

describe('wallet.stamp', () => {
  it('is off unless it is enabled', async () => {
    const { wallet } = await withRelay('actionBegin', (original) => original);
    await expect(wallet.stamp('payload')).rejects.toMatchObject({ code: 'STAMP_DISABLED' });
  });

  it('never stamps a payload that would open a session', async () => {
    const { wallet } = await withRelay('actionBegin', (original) => original, { stamp: true });
    await expect(wallet.stamp('{"operation":"sessions.refresh"}')).rejects.toMatchObject({
      code: 'PAYLOAD_MISMATCH',
    });
  });

  it('is limited in rate', async () => {
    const clock = manualClock();
    const options = { stamp: true, stampsPerMinute: 3, clock };
    const { wallet } = await withRelay('actionBegin', (original) => original, options);
    for (const payload of ['1', '2', '3']) await wallet.stamp(payload);
    await expect(wallet.stamp('4')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 60_000,
    });
    clock.advance(60_000);
    await wallet.stamp('5');
  });
});

it('attack: two wallets of a page have one limit', async () => {
  const clock = manualClock();
  const options = { stamp: true, stampsPerMinute: 3, clock };
  const one = await withRelay('actionBegin', (original) => original, options);
  const other = await withRelay('actionBegin', (original) => original, options);
  await one.wallet.stamp('1');
  await other.wallet.stamp('2');
  await one.wallet.stamp('3');
  await expect(other.wallet.stamp('4')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

it('does not prevent: a script creates a wallet with a limit of its own', async () => {
  const options = { stamp: true, stampsPerMinute: 1, clock: manualClock() };
  const { wallet, world } = await withRelay('actionBegin', (original) => original, options);
  await wallet.stamp('1');
  await expect(wallet.stamp('2')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const { relay, accountId } = world;
  const scripts = createWallet({ relay, accountId, ...options, stampsPerMinute: 100 });
  await scripts.stamp('2');
});

it('reads only own properties of options, so that a polluted prototype has no effect', async () => {
  const prototype = Object.prototype as unknown as Record<string, unknown>;
  const sent: unknown[] = [];
  const polluted = {
    ...{ review: () => true, stamp: true, transport: {}, requires: 'fresh' },
    fetch: (...args: unknown[]) => {
      sent.push(args);
      return Promise.reject(new Error('not the fetch of the page'));
    },
  };
  const world = await newWorld();
  try {
    Object.assign(prototype, polluted);
    const wallet = createWallet({ relay: world.relay, accountId: world.accountId });
    await signIn(wallet, world);
    for (const one of [wallet, wallet.forAccount('InternalAccount:other')]) {
      await expect(one.stamp('payload')).rejects.toMatchObject({ code: 'STAMP_DISABLED' });
    }
    expect(wallet.state.status).toBe('active');
    expect(sent).toEqual([]);
  } finally {
    for (const name of Object.keys(polluted)) delete prototype[name];
  }
});

it('requires a recent sign-in where the action does, also after a refresh', async () => {
  const clock = manualClock();
  const options = { clock, ...optIn };
  const { wallet, world } = await withRelay('actionBegin', (original) => original, options);
  const freeze = () => wallet.run('freezeCard', { cardId: world.cardId }, { requires: 'fresh' });
  clock.advance(2 * 60_000);
  await wallet.refresh();
  await expect(freeze()).rejects.toMatchObject({
    code: 'FRESH_SIGN_IN_REQUIRED',
    userAction: 'reauthenticate',
  });
  await signIn(wallet, world);
  await freeze();
});
