import { createWebhookHandler } from '@org/payments-sdk/webhooks';

/** The handler that each host mounts. Its key is read when the server runs, not in a build. */
export const webhooks = createWebhookHandler({
  publicKeys: process.env.PAYMENTS_WEBHOOK_PUBLIC_KEY,
  onError: (error) => console.error(String(error)),
});
