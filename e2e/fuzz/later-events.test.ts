import { eventRows } from '@org/payments-contract/events';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { expect, test } from 'vitest';
import { allChanged, samples } from '../../packages/contract/test/schema-sites.ts';

test('an event with everything changed reaches the handler of its type', async () => {
  const { publicKey, privateKey } = await generateWebhookKeys();
  for (const { types, data } of eventRows()) {
    const [sample] = data === null ? [] : samples(data);
    const body = sample === undefined ? undefined : allChanged(sample);
    for (const type of types) {
      const seen: unknown[] = [];
      const webhooks = createWebhookHandler({ publicKeys: publicKey, onDrift: () => undefined });
      webhooks.on('*', (event) => void seen.push(event.data));
      const { request } = await signEvent({ type, data: body }, privateKey);
      const expected = type === 'INCOMING_PAYMENT.PENDING' ? 202 : 200;
      expect((await webhooks.fetch(request())).status, type).toBe(expected);
      expect(seen, type).toEqual([body]);
    }
  }
});
