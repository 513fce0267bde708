import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';

/** Bun's own server receives webhooks, and its `fetch` carries a signed change to a mock over HTTP. */
declare const Bun: {
  serve(options: { port: number; fetch(request: Request): Promise<Response> }): {
    readonly port: number;
    stop(force: boolean): Promise<void>;
  };
};

const mock = createMock({ seed: 'bun' });
const { account } = mock.add.wallet();
const card = mock.add.card({ fundingSources: [account.id] });
const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });

const service = Bun.serve({ port: 0, fetch: (request) => mock.fetch(request) });
const baseUrl = `http://127.0.0.1:${service.port}${new URL(mock.connection.baseUrl).pathname}`;
const payments = createPaymentsClient({ ...mock.connection, baseUrl });
const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
if (frozen.state !== 'FROZEN') throw new Error(`the card is ${frozen.state}`);

const received: string[] = [];
const { publicKey } = mock.webhooks;
const clock = {
  now: () => mock.clock.now(),
  setTimeout(callback: () => void, milliseconds: number) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
const webhooks = createWebhookHandler({ publicKeys: publicKey, clock }).on(
  'CARD.STATE_CHANGE',
  (event) => void received.push(event.type),
);
const receiver = Bun.serve({ port: 0, fetch: (request) => webhooks.fetch(request) });
mock.deliverTo(`http://127.0.0.1:${receiver.port}/`);
await payments.cards.update({ id: card.id, state: 'ACTIVE' }, { stamper });
await mock.webhooks.flush();
if (received.length === 0) throw new Error('no webhook was handled');
await Promise.all([service.stop(true), receiver.stop(true)]);
