import { createServer } from 'node:http';
import { paymentsWorld } from '@org/payments-mock/playwright';
import { mockClock } from '@org/payments-mock/remote';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import { test as base, expect } from '@playwright/test';

async function bodyOf(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The application under test, one for each worker: it follows the clock of its world. */
const test = base.extend({
  payments: paymentsWorld({ url: 'http://127.0.0.1:4817' }),
  app: [
    async ({ payments: world }, use) => {
      const clock = await mockClock(world.inspectorUrl);
      const received = [];
      const refused = [];
      const webhooks = createWebhookHandler({
        publicKeys: world.webhookPublicKey,
        clock,
        onError: (error) => refused.push(error.code),
      }).on('TEST', (event) => received.push(event.id));
      const server = createServer(async (incoming, outgoing) => {
        const { headers } = incoming;
        const init = { method: 'POST', headers, body: await bodyOf(incoming) };
        const response = await webhooks.fetch(new Request('http://app.example/webhooks', init));
        outgoing.writeHead(response.status).end();
      });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      await world.forwardTo(`http://127.0.0.1:${server.address().port}/`);
      const client = createPaymentsClient({ ...world.connection, clock });
      await use({ client, received, refused, names: [] });
      clock.close();
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

// More than the workers, so that each of them has several.
for (let number = 1; number <= 12; number += 1) {
  test(`customers, time and webhooks of test ${number}`, async ({ payments: world, app }) => {
    for (const name of ['Ada', 'Grace', 'Edsger']) {
      const fullName = `${name} ${number}`;
      await world.add.customer({ fullName });
      app.names.push(fullName);
    }
    // Those of this worker's tests, and of no other.
    const { data } = await app.client.customers.list({ limit: 100 });
    expect(data.map(({ fullName }) => fullName).toSorted()).toEqual(app.names.toSorted());
    await world.advance({ days: number });
    const before = app.received.length;
    await world.trigger('TEST');
    await expect.poll(() => app.received.length).toBe(before + 1);
    expect(app.refused).toEqual([]);
  });
}
