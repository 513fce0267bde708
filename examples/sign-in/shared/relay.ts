import { createMock } from '@org/payments-mock';
import { createWalletRelay } from '@org/payments-relay';
import { createPaymentsClient } from '@org/payments-sdk';
import * as z from 'zod';

// The service, in this process, with one customer. In your app: `createPaymentsClient()`.
const mock = createMock({ now: Date.now });
const { account } = mock.add.wallet({ available: 100_00 });
const { customerId } = account;
const card = mock.add.card({ cardholderId: customerId, fundingSources: [account.id] });
const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });

export const relay = createWalletRelay(payments, {
  // In your app: the same 32 random bytes in every instance.
  secret: crypto.randomUUID() + crypto.randomUUID(),
  // In your app: the origin of your page. These are `dev` and `preview` of Vite, and Next.js.
  origins: ['http://localhost:5173', 'http://localhost:4173', 'http://localhost:3000'],
  mount: '/api/wallet',
  // In your app: the user who is logged in, or null.
  authenticate: () => ({ id: 'ada', customerId }),
  actions: {
    readCard: {
      input: z.object({}),
      async run() {
        const { id, state } = await payments.cards.get({ id: card.id });
        return { status: 'done', result: { id, state } };
      },
    },
    freezeCard: {
      input: z.object({ cardId: z.string() }),
      run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
    },
  },
});

/** For the page: `createWallet<RelayActions<Relay>>`. */
export type Relay = typeof relay;
