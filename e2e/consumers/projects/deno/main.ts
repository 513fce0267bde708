import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';

/** Deno's own server stands for the service, and its `fetch` carries a signed change over HTTP. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request) => Promise<Response>,
  ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};

const mock = createMock({ seed: 'deno' });
const { account } = mock.add.wallet();
const card = mock.add.card({ fundingSources: [account.id] });
const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });

const listening = { port: 0, hostname: '127.0.0.1', onListen: () => {} };
const service = Deno.serve(listening, (request) => mock.fetch(request));
const { pathname } = new URL(mock.connection.baseUrl);
const baseUrl = `http://127.0.0.1:${service.addr.port}${pathname}`;
const payments = createPaymentsClient({ ...mock.connection, baseUrl });
const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
if (frozen.state !== 'FROZEN') throw new Error(`the card is ${frozen.state}`);
await service.shutdown();
