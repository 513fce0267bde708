import { createMock } from '@org/payments-mock';
import { createWalletRelay } from '@org/payments-relay';
import { createPaymentsClient } from '@org/payments-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createRelayTransport, createWallet } from '../src/index.ts';

const ORIGIN = 'https://app.example.com';
const mock = createMock();
const customer = mock.add.customer({ email: 'ada@mail.example' });
mock.add.wallet({ customerId: customer.id });
const card = mock.add.card({ cardholderId: customer.id });

const sent = { relay: [] as string[], service: [] as string[] };
const pathOf = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`;

const payments = createPaymentsClient({
  ...mock.connection,
  fetch: (request: Request) => {
    sent.service.push(pathOf(request));
    return mock.fetch(request);
  },
});

const relay = createWalletRelay(payments, {
  secret: crypto.randomUUID() + crypto.randomUUID(),
  origins: [ORIGIN],
  authenticate: () => ({ id: 'ada', customerId: customer.id }),
  clock: mock.clock,
  actions: {
    freezeCard: {
      input: z.object({ cardId: z.string() }),
      run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
    },
  },
});

const transport = createRelayTransport({
  relay: `${ORIGIN}/api/wallet`,
  fetch: (input, init) => {
    const request = new Request(input, init);
    request.headers.set('origin', ORIGIN);
    sent.relay.push(pathOf(request));
    return relay.fetch(request);
  },
});

const wallet = createWallet({
  transport,
  vault: 'memory',
  // The form of the payload is proved elsewhere; here only requests are counted.
  minimumCheck: 'unreadable',
});

/** Runs a flow of the wallet and returns what was sent for it, to the relay and to the service. */
async function tripsOf(flow: () => Promise<unknown>) {
  sent.relay = [];
  sent.service = [];
  await flow();
  return { ...sent };
}

describe('in few trips, however long the person takes', () => {
  let signIn: typeof sent;

  beforeAll(async () => {
    signIn = await tripsOf(async () => {
      const code = await wallet.emailOtp().send();
      mock.clock.advance({ seconds: 60 });
      await code.verify(mock.outbox.at(-1)?.code ?? '');
    });
  });

  it('a sign-in by code: two to the relay, and the account is read once', () => {
    expect(signIn.relay).toHaveLength(2);
    expect(signIn.service).toHaveLength(4);
  });

  it('a signed action: two to the relay, and the card is read once', async () => {
    await wallet.account();
    const freeze = () => wallet.run('freezeCard', { cardId: card.id });
    const { relay: toRelay, service } = await tripsOf(freeze);
    expect(toRelay).toHaveLength(2);
    expect(service).toHaveLength(3);
  });

  it('a sign-out: two to the relay, without a list of its own', async () => {
    const { relay: toRelay, service } = await tripsOf(() => wallet.signOut());
    expect(toRelay).toHaveLength(2);
    expect(service.length).toBeLessThanOrEqual(3);
  });
});
