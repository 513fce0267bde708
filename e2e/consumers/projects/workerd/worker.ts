import { createMock } from '@org/payments-mock';
import { createWalletRelay } from '@org/payments-relay';
import { createPaymentsClient } from '@org/payments-sdk';
import { receiveWebhooks } from '../../programs/webhooks.ts';

/** Sends a signed change inside the worker, and mounts a relay that lacks its variables. */
async function change(): Promise<Response> {
  const mock = createMock({ seed: 'workerd' });
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
  const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  return Response.json({ state: frozen.state });
}

const relay = createWalletRelay(createPaymentsClient(), {
  secret: undefined,
  origins: [undefined],
  authenticate: () => null,
});

async function webhooks(): Promise<Response> {
  await receiveWebhooks();
  return Response.json({ received: true });
}

const worker = {
  fetch(request: Request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/change') return change();
    return pathname === '/webhooks' ? webhooks() : relay.fetch(request);
  },
};

export default worker;
