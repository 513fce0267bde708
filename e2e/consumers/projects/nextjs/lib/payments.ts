import { createWalletRelay } from '@org/payments-relay';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import * as z from 'zod';

const payments = createPaymentsClient();

/** The relay of the page's wallet. Its variables are read when the server runs, not in the build. */
export const relay = createWalletRelay(payments, {
  secret: process.env.RELAY_SECRET,
  origins: [process.env.APP_ORIGIN],
  mount: '/api/wallet',
  authenticate(request) {
    const customerId = request.headers.get('cookie')?.match(/customer=([^;]+)/)?.[1];
    return customerId === undefined ? null : { id: 'user', customerId };
  },
  actions: {
    freezeCard: {
      input: z.object({ cardId: z.string() }),
      run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
    },
  },
  onError: (error) => console.error(String(error)),
});

export type Relay = typeof relay;

export const webhooks = createWebhookHandler({
  publicKeys: process.env.PAYMENTS_WEBHOOK_PUBLIC_KEY,
});
