import { afterEach, describe, expect, it, vi } from 'vitest';
import { control, manualClock, newWorld } from '../../test/app/client.ts';
import {
  type BeginResponse,
  createRelayTransport,
  createWallet,
  type WalletOptions,
  type WalletTransport,
} from '../index.ts';
import { loadLazy } from '../load-lazy.ts';

afterEach(() => vi.restoreAllMocks());

type Call = 'refreshBegin' | 'revokeBegin' | 'passkeyBegin' | 'actionBegin';

/** A relay that puts a payload of its own in place of the service's. */
async function withRelay(
  call: Call,
  payload: (original: string) => string,
  options: Partial<WalletOptions> = {},
) {
  const world = await newWorld();
  const relay = createRelayTransport(world);
  const evil: WalletTransport = {
    ...relay,
    [call]: async (request: never) => {
      const step = (await relay[call](request)) as BeginResponse<unknown>;
      if (step.status !== 'challenge') return step;
      return { ...step, payloadToSign: payload(step.payloadToSign) };
    },
  };
  const wallet = createWallet({ transport: evil, accountId: world.accountId, ...options });
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const completed = async () =>
    ((await control(world, { do: 'requests' })) as string[]).filter((path) =>
      path.endsWith('/complete'),
    );
  return { world, wallet, completed };
}

const payment = '{"amount":100000,"operation":"quotes.execute","resource":"/quotes/Quote:1"}';
const attackersKey = `04${'ab'.repeat(64)}`;

/** The documented review of a page that only looks at actions. */
const trusting: Partial<WalletOptions> = { review: () => true };

describe.each([
  ['without a review', {}],
  ['with a review that agrees', trusting],
])('%s', (_name, options) => {
  it.each([
    ['a payment', () => payment],
    [
      'the key of somebody else',
      (original: string) => original.replace(/04[0-9a-f]{128}/, attackersKey),
    ],
    [
      'a second key next to the own one',
      (original: string) => original.replace('{', `{"targetPublicKey":"${attackersKey}",`),
    ],
    [
      'a second key that is written with escapes',
      (original: string) =>
        original.replace('{', `{"targetPublicKey":"\\u0030${attackersKey.slice(1)}",`),
    ],
    [
      'a payment that calls itself a session as well',
      (original: string) =>
        payment.replace(
          '{',
          `{"type":"session","publicKey":"${original.match(/04[0-9a-f]{128}/)?.[0]}",`,
        ),
    ],
    [
      'a payment that names the own key in its memo',
      (original: string) =>
        payment.replace('{', `{"memo":"${original.match(/04[0-9a-f]{128}/)?.[0]}",`),
    ],
  ])('a refresh does not sign %s', async (_what, payload) => {
    const { wallet, completed } = await withRelay('refreshBegin', payload, options);
    await expect(wallet.refresh()).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
    expect(await completed()).toEqual([]);
  });

  it('a sign-out does not sign a payment', async () => {
    const { wallet, completed } = await withRelay('revokeBegin', () => payment, options);
    expect(await wallet.signOut()).toEqual({ revoked: false, wiped: true });
    expect(await completed()).toEqual([]);
  });

  it.each([
    `{"clientPublicKey":"${attackersKey}","operation":"sessions.refresh"}`,
    `{"key":"\\u0030${attackersKey.slice(1)}","operation":"cards.update"}`,
    '{"operation":"cards.update","type":"ACTIVITY_TYPE_STAMP_LOGIN"}',
    '{"operation":"cards.update","body":{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}}',
  ])('an action does not sign what opens a session: %s', async (payload) => {
    const { wallet, world } = await withRelay('actionBegin', () => payload, options);
    await expect(wallet.run('freezeCard', { cardId: world.cardId })).rejects.toMatchObject({
      code: 'PAYLOAD_MISMATCH',
    });
  });
});

describe('a payload that cannot be checked', () => {
  it.each([
    ['not JSON', () => 'opaque bytes'],
    ['another card', (original: string) => original.replace(/Card:[\w-]+/g, 'Card:other')],
    [
      'another credential',
      (original: string) => original.replace('cards.update', 'credentials.create'),
    ],
    [
      'an export',
      (original: string) => original.replace('cards.update', 'internalAccounts.export'),
    ],
    [
      'what is hidden deep inside',
      (original: string) => original.replace('{', `{"x":${'['.repeat(40)}1${']'.repeat(40)},`),
    ],
  ])('is refused without a review: %s', async (_what, payload) => {
    const { wallet, world, completed } = await withRelay('actionBegin', payload);
    await expect(wallet.run('freezeCard', { cardId: world.cardId })).rejects.toMatchObject({
      code: 'PAYLOAD_UNCHECKED',
    });
    expect(await completed()).toEqual([]);
  });

  it('is shown to the review as not bound', async () => {
    const review = vi.fn(() => false);
    const { wallet, world } = await withRelay('actionBegin', () => 'opaque bytes', { review });
    await expect(wallet.run('freezeCard', { cardId: world.cardId })).rejects.toMatchObject({
      code: 'REVIEW_REFUSED',
    });
    expect(review).toHaveBeenCalledWith(
      'opaque bytes',
      expect.objectContaining({ kind: 'action', isBound: false }),
    );
  });

  it('is refused for a refresh as well', async () => {
    const { wallet } = await withRelay('refreshBegin', () => 'opaque bytes');
    await expect(wallet.refresh()).rejects.toMatchObject({ code: 'PAYLOAD_UNCHECKED' });
  });
});

describe('wallet.stamp', () => {
  it('is off unless it was asked for', async () => {
    const { wallet } = await withRelay('actionBegin', (original) => original);
    await expect(wallet.stamp('payload')).rejects.toMatchObject({ code: 'STAMP_DISABLED' });
  });

  it.each([
    `{"clientPublicKey":"${attackersKey}"}`,
    `refresh for ${attackersKey.toUpperCase()}`,
    '{"operation":"sessions.refresh"}',
    '{"type":"ACTIVITY_TYPE_STAMP_LOGIN"}',
    '[{"type":"ACTIVITY_TYPE_STAMP_LOGIN"}]',
    '{"body":{"operation":"sessions.refresh"}}',
    'sessions.refresh of Session:1',
    '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}',
  ])('never stamps what would open a session: %s', async (payload) => {
    const { wallet } = await withRelay('actionBegin', (original) => original, { stamp: true });
    await expect(wallet.stamp(payload)).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
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

it('shows none of its keys to functions that were replaced after it was loaded', async () => {
  const { wallet, world } = await withRelay('actionBegin', (original) => original);
  await loadLazy();
  const seen: string[] = [];
  const prototype = SubtleCrypto.prototype as unknown as Record<
    string,
    (...args: never[]) => unknown
  >;
  for (const name of ['importKey', 'deriveBits', 'sign', 'generateKey', 'decrypt', 'exportKey']) {
    const real = prototype[name];
    vi.spyOn(prototype, name).mockImplementation(function (this: SubtleCrypto, ...args) {
      seen.push(name);
      return real?.apply(this, args);
    });
  }
  await wallet.refresh();
  await wallet.run('freezeCard', { cardId: world.cardId });
  expect(seen).toEqual([]);
});

it('reads options as own properties: a polluted prototype adds nothing', async () => {
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
    await (await wallet.emailOtp(world.emailId).send()).verify('000000');
    for (const one of [wallet, wallet.forAccount('InternalAccount:other')]) {
      await expect(one.stamp('payload')).rejects.toMatchObject({ code: 'STAMP_DISABLED' });
    }
    expect(wallet.state.status).toBe('active');
    expect(sent).toEqual([]);
  } finally {
    for (const name of Object.keys(polluted)) delete prototype[name];
  }
});

it('asks for a fresh sign-in where an action requires one, also after a refresh', async () => {
  const clock = manualClock();
  const { wallet, world } = await withRelay('actionBegin', (original) => original, { clock });
  const freeze = () => wallet.run('freezeCard', { cardId: world.cardId }, { requires: 'fresh' });
  clock.advance(2 * 60_000);
  await wallet.refresh();
  await expect(freeze()).rejects.toMatchObject({
    code: 'FRESH_SIGN_IN_REQUIRED',
    userAction: 'reauthenticate',
  });
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  await freeze();
});
