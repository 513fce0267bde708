import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { memoryStore } from '@org/payments-sdk/webhooks';
import { nodeHandler } from '@org/payments-sdk/webhooks/node';
import { type Order, offer, pay } from './payout.ts';
import { payoutWebhooks } from './webhooks.ts';

const money = (amount: number, code: string) => `${(amount / 100).toFixed(2)} ${code}`;

/** Pays two suppliers against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock({ seed: 'payout', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { id: fromAccountId } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const supplier = (iban: string) => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban };
    return mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo }).id;
  };
  const orders: readonly Order[] = [
    {
      id: 'order-1',
      customerId,
      fromAccountId,
      payTo: supplier('DE89370400440532123'),
      amount: 25_000,
    },
    // The suffix 002 makes the execution fail; the page of the mock's rules lists the others.
    {
      id: 'order-2',
      customerId,
      fromAccountId,
      payTo: supplier('DE89370400440532002'),
      amount: 10_000,
    },
  ];

  // The platform's own server, with its webhook endpoint.
  const names = new Map<string, string>();
  const webhooks = payoutWebhooks(
    {
      publicKeys: mock.webhooks.publicKey,
      store: memoryStore({ clock: mock.clock }),
      clock: mock.clock,
    },
    { setStatus: (id, status) => print(`webhook: ${names.get(id)} is ${status}`) },
  );
  const platform = createServer(nodeHandler(webhooks));
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  const { port } = platform.address() as AddressInfo;
  const server = await listen(mock, { port: 0, forwardTo: [`http://127.0.0.1:${port}/webhooks`] });
  try {
    const payments = createPaymentsClient(server.connection);
    for (const order of orders) {
      const { quoteId, transactionId, receives, fees } = await offer(payments, order);
      names.set(transactionId, order.id);
      print(
        `${order.id}: the supplier receives ${money(receives, 'EUR')}, fees ${money(fees, 'USD')}`,
      );
      await pay(payments, order, quoteId);
      await mock.webhooks.flush();
      mock.clock.advance({ minutes: 10 });
      await mock.webhooks.flush();
    }
    const [account] = (await payments.internalAccounts.list({ customerId })).data;
    print(`left: ${money(account?.balance.amount ?? 0, 'USD')}`);
  } finally {
    await server.close();
    platform.closeAllConnections();
    platform.close();
  }
}
