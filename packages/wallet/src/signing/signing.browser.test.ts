import { describe, expect, it, vi } from 'vitest';
import {
  cardState,
  control,
  type ManualClock,
  manualClock,
  newWorld,
  optionsOf,
} from '../../test/app/client.ts';
import { freezeCard, signedIn, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import {
  createRelayTransport,
  createWallet,
  type Review,
  type Wallet,
  WalletError,
  type WalletOptions,
} from '../index.ts';

/** A world whose relay returns the first challenge of an action again. */
async function repeatingRelay() {
  const world = await newWorld();
  const relay = createRelayTransport(world);
  let first: ReturnType<typeof relay.actionBegin> | undefined;
  const transport: typeof relay = {
    ...relay,
    actionBegin: (request) => {
      first ??= relay.actionBegin(request);
      return first;
    },
  };
  return { world, transport };
}

it("passes the exact payload and the page's request to the review", async () => {
  const review = vi.fn<Review>(() => true);
  const { world, wallet, freeze } = await signedIn({ review }, { payloads: 'described' });
  await freeze();
  expect(review.mock.calls).toEqual([
    [
      expect.stringContaining(world.cardId),
      {
        kind: 'action',
        action: 'freezeCard',
        input: { cardId: world.cardId },
        strength: 'kind',
        accountId: world.accountId,
      },
      expect.any(Function),
      { signal: expect.any(AbortSignal) },
    ],
  ]);
  await wallet.refresh();
  await eventually(() =>
    expect(review.mock.calls.map(([, { kind }]) => kind)).toEqual(['action', 'refresh', 'revoke']),
  );
});

describe('a change that takes two signatures', () => {
  const changes: WalletOptions['changes'] = {
    delegateKey: ({ cardId }: { cardId: string }) => ({
      operation: 'delegatedKeys.create',
      input: { cardId, nickname: 'Card payments' },
    }),
  };

  it('is signed twice, and reviewed both times, if it is declared', async () => {
    const review = vi.fn<Review>(() => true);
    const { world, wallet } = await signedIn({ review, changes });
    const key = await wallet.run('delegateKey', { cardId: world.cardId });
    expect(key).toMatchObject({ status: 'ACTIVE', cardId: world.cardId });
    expect(new Set(review.mock.calls.map(([payload]) => payload)).size).toBe(2);
  });

  it('is signed once if it is not declared: no request has two signatures by a relay’s wish', async () => {
    const review = vi.fn<Review>(() => true);
    const { world, wallet } = await signedIn({ review });
    const call = wallet.run('delegateKey', { cardId: world.cardId });
    await expect(call).rejects.toMatchObject({ code: 'UNEXPECTED' });
    expect(review).toHaveBeenCalledOnce();
  });
});

it.each<[string, Review]>([
  ['says no', () => false],
  ['says no later', async () => false],
  ['says nothing', (() => undefined) as unknown as Review],
])('does not sign when the review %s', async (_what, review) => {
  const { world, freeze } = await signedIn({ review });
  await expect(freeze()).rejects.toMatchObject({ code: 'REFUSED_BY_PERSON', silent: true });
  expect(await cardState(world)).toBe('ACTIVE');
  expect(await control(world, { do: 'requests' })).not.toContain('/v1/actions/complete');
});

it('does not sign when the review fails, and says why', async () => {
  const cause = new Error('dialog crashed');
  const { freeze } = await signedIn({ review: () => Promise.reject(cause) });
  await expect(freeze()).rejects.toMatchObject({ code: 'REVIEW_FAILED', silent: false, cause });
  const busy = new WalletError('BUSY_ELSEWHERE');
  const other = await signedIn({ review: () => Promise.reject(busy) });
  await expect(other.freeze()).rejects.toBe(busy);
});

it('asks again for what the person has refused, and signs it once', async () => {
  const { world, transport } = await repeatingRelay();
  const review = vi.fn<Review>(() => true).mockReturnValueOnce(false);
  const wallet = createWallet({ ...optionsOf(world), transport, review });
  await signIn(wallet, world);
  const freeze = () => freezeCard(wallet, world);
  await expect(freeze()).rejects.toMatchObject({ code: 'REFUSED_BY_PERSON' });
  const both = await Promise.allSettled([freeze(), freeze()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [failed] = both.filter((one) => one.status === 'rejected');
  expect(failed?.reason).toMatchObject({ code: 'ALREADY_STAMPED' });
  expect(await cardState(world)).toBe('FROZEN');
});

it.each([
  ['its challenge', 'EXPIRED', (_wallet: Wallet, clock: ManualClock) => clock.advance(5 * 60_000)],
  [
    'its challenge, through which the device slept',
    'EXPIRED',
    (_wallet: Wallet, clock: ManualClock) => {
      clock.sleep(5 * 60_000);
      clock.advance(1_000);
    },
  ],
  ['its session', 'NOT_SIGNED_IN', (wallet: Wallet) => wallet.signOut()],
])('a question that nobody decides ends with %s', async (_what, code, end) => {
  const clock = manualClock();
  const asked = Promise.withResolvers<AbortSignal>();
  const review: Review = (_payload, { kind }, _describe, { signal }) => {
    if (kind !== 'action') return true;
    asked.resolve(signal);
    return new Promise(() => {});
  };
  const { world, wallet, freeze } = await signedIn({ clock, review });
  const ended = expect(freeze()).rejects.toMatchObject({ code, silent: false });
  const signal = await asked.promise;
  await end(wallet, clock);
  await ended;
  expect([signal.aborted, (signal.reason as WalletError).code]).toEqual([true, code]);
  expect(await cardState(world)).toBe('ACTIVE');
});

it('stamps payloads of other backends, each once', async () => {
  const { wallet } = await signedIn({ stamp: true });
  const payload = `{"text":"Grüße, 你好 ${crypto.randomUUID()}"}`;
  const stamp = await wallet.stamp(payload);
  const text = atob(stamp.replace(/-/g, '+').replace(/_/g, '/'));
  expect(JSON.parse(text)).toMatchObject({ scheme: 'SIGNATURE_SCHEME_TK_API_P256' });
  await expect(wallet.stamp(payload)).rejects.toMatchObject({ code: 'ALREADY_STAMPED' });
  await wallet.stamp(`${payload} `);
});

it('passes on the reason of the service', async () => {
  const { wallet, freeze } = await signedIn();
  await expect(wallet.run('noSuchAction', {})).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    serviceCode: 'UNKNOWN_ACTION',
  });
  await freeze();
  await expect(freeze()).rejects.toMatchObject({
    code: 'REFUSED',
    serviceCode: 'INVALID_STATE_TRANSITION',
    userAction: 'none',
  });
});

it('signs with the refreshed session when its own was revoked meanwhile', async () => {
  const { world, wallet, freeze } = await signedIn();
  // Another tab whose messages this one does not receive: its channel has another name.
  const channel = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined);
  const other = createWallet(optionsOf(world));
  await other.ready();
  const next = await other.refresh();
  await expect.poll(async () => (await other.account()).sessions.length).toBe(1);
  channel.mockRestore();
  expect(wallet.state.session?.id).not.toBe(next.id);
  await freeze();
  expect(wallet.state.session?.id).toBe(next.id);
  expect(await cardState(world)).toBe('FROZEN');
});
