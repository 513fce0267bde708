import { createWebhookHandler, redisStore } from '@org/payments-sdk/webhooks';
import { Redis } from 'ioredis';

/** A process that receives one event, reports it, and never ends its handler: it waits to be killed. */
const { port, publicKey, body, headers, lifetime } = JSON.parse(process.env.RECEIVER ?? '{}');
const webhooks = createWebhookHandler({
  publicKeys: publicKey,
  store: redisStore(new Redis(port, '127.0.0.1')),
  timeout: lifetime,
  claimLifetime: lifetime,
}).on('TEST', () => {
  console.log('handling');
  return new Promise(() => undefined);
});
await webhooks.fetch(new Request('https://platform.example/', { method: 'POST', headers, body }));
