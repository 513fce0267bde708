import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { mockClock, openWorld } from '@org/payments-mock/remote';
import { listen } from '@org/payments-mock/server';
import { createWebhookHandler, type WebhookError } from '@org/payments-sdk/webhooks';
import { expect, onTestFinished, test } from 'vitest';

/** An HTTP server of an application under test. */
async function serveApp(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = incoming.headers as Record<string, string>;
    const init = { method: 'POST', headers, body: Buffer.concat(chunks) };
    const response = await handle(new Request('http://app.example/webhooks', init));
    outgoing.writeHead(response.status).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** The webhooks of an application under test, in a world of its own. */
async function startApp({ now, follows }: { readonly now?: string; readonly follows: boolean }) {
  const server = await listen(createMock());
  onTestFinished(() => server.close());
  let handle = async (_request: Request) => new Response(null, { status: 503 });
  const url = await serveApp((request) => handle(request));
  const fixed = now === undefined ? {} : { now };
  const world = await openWorld(server.url, { forwardTo: [url], ...fixed });
  const clock = follows ? await mockClock(world.inspectorUrl) : undefined;
  onTestFinished(() => clock?.close());
  /** The codes of refusals, and `accepted`. */
  const outcomes: string[] = [];
  const webhooks = createWebhookHandler({
    publicKeys: world.webhookPublicKey,
    ...(clock === undefined ? {} : { clock }),
    onError: (error) => void outcomes.push((error as WebhookError).code),
  }).on('TEST', () => void outcomes.push('accepted'));
  handle = (request) => webhooks.fetch(request);
  /** Emits an event, and waits for what the application says of it. */
  const deliver = async () => {
    const before = outcomes.length;
    await world.trigger('TEST');
    while (outcomes.length === before) await new Promise(setImmediate);
    return outcomes.at(-1);
  };
  return { world, deliver };
}

const fixed = { now: '2026-01-05T09:00:00Z' };

test.each([{}, fixed])(
  'an application that follows the clock accepts events: %j',
  async (times) => {
    const { world, deliver } = await startApp({ ...times, follows: true });
    expect(await deliver()).toBe('accepted');
    await world.advance({ days: 40 });
    expect(await deliver()).toBe('accepted');
    await world.advance({ days: -80 });
    expect(await deliver()).toBe('accepted');
  },
);

test('without the clock it refuses them', async () => {
  const running = await startApp({ follows: false });
  expect(await running.deliver()).toBe('accepted');
  await running.world.advance({ days: 40 });
  expect(await running.deliver()).toBe('WEBHOOK_EVENT_FROM_FUTURE');
  const { deliver } = await startApp({ ...fixed, follows: false });
  expect(await deliver()).toBe('WEBHOOK_EVENT_TOO_OLD');
});
