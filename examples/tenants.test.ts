import { createMock, type Mock } from '@org/payments-mock';
import { createWalletRelay } from '@org/payments-relay';
import { createPaymentsClient } from '@org/payments-sdk';
import { createRelayTransport, createWallet } from '@org/payments-wallet';
import { expect, test } from 'vitest';
import * as z from 'zod';

const origin = 'https://app.example.com';
const secret = crypto.randomUUID() + crypto.randomUUID();

/** What happens to a request that the relay sends to the service. */
type Disturbance = (mock: Mock, send: () => Promise<Response>) => Promise<Response>;

/** A tenant of a platform, whose relays have one secret, and a person who has a wallet at each. */
function tenant(disturbanceAt: (request: number) => Disturbance | undefined = () => undefined) {
  const mock = createMock();
  const { id: customerId } = mock.add.customer({ email: 'ada@mail.example' });
  mock.add.wallet({ customerId });
  const { id: cardId } = mock.add.card({ cardholderId: customerId });
  const sent = { requests: 0, calls: [] as Request[] };
  const fetch: Mock['fetch'] = (...request) => {
    sent.requests += 1;
    const send = () => mock.fetch(...request);
    return disturbanceAt(sent.requests)?.(mock, send) ?? send();
  };
  const options = { ...mock.connection, clock: mock.clock, retry: 0 };
  const payments = createPaymentsClient({ ...options, fetch });
  /** Each call reaches another process. */
  const call = (request: Request) => {
    sent.calls.push(request.clone());
    const relay = createWalletRelay(payments, {
      secret,
      origins: [origin],
      authenticate: () => ({ id: 'ada', customerId }),
      clock: mock.clock,
      onError: () => undefined,
      actions: {
        freezeCard: {
          input: z.object({ cardId: z.string() }),
          run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
        },
      },
    });
    return relay.fetch(request);
  };
  const reader = createPaymentsClient({ ...options, fetch: mock.fetch });
  const state = async () => (await reader.cards.get({ id: cardId })).state;
  return { mock, cardId, call, sent, state };
}

/** Signs in, freezes the card and signs out, and all of it again if that fails. */
async function useWallet({ mock, cardId, call, state }: ReturnType<typeof tenant>): Promise<void> {
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), origin };
    return call(new Request(input, { ...init, headers }));
  };
  const transport = createRelayTransport({ relay: `${origin}/api/wallet`, fetch });
  for (let left = 3; ; left -= 1) {
    const wallet = createWallet({
      transport,
      vault: 'memory',
      minimumCheck: 'unreadable',
      clock: mock.clock,
    });
    try {
      const code = await wallet.emailOtp().send();
      await code.verify(mock.outbox.at(-1)?.code ?? '');
      if ((await state()) === 'ACTIVE') await wallet.run('freezeCard', { cardId });
      return await wallet.signOut();
    } catch (error) {
      if (left === 0) throw error;
      mock.clock.advance({ minutes: 2 });
    }
  }
}

test.each<[string, Disturbance]>([
  ['a kill after', (_mock, send) => send().then(() => Promise.reject(new TypeError('killed')))],
  ['an outage at', async () => new Response('away', { status: 503 })],
  [
    'an expiry before',
    (mock, send) => {
      mock.clock.advance({ minutes: 16 });
      return send();
    },
  ],
])('with %s each request, a person signs in and freezes a card', async (_what, disturbance) => {
  const calm = tenant();
  await useWallet(calm);
  for (let at = 1; at <= calm.sent.requests; at += 1) {
    const person = tenant((request) => (request === at ? disturbance : undefined));
    await useWallet(person);
    expect([at, await person.state()]).toEqual([at, 'FROZEN']);
  }
});

test('what a browser sent to one tenant changes nothing at another one, with its ids in it', async () => {
  const [north, south] = [tenant(), tenant()];
  await useWallet(north);
  expect(north.sent.calls.length).toBeGreaterThan(5);
  for (const request of north.sent.calls) {
    const body = (await request.text()).replaceAll(north.cardId, south.cardId);
    await south.call(new Request(request.url, { method: 'POST', headers: request.headers, body }));
  }
  expect([await north.state(), await south.state()]).toEqual(['FROZEN', 'ACTIVE']);
});
