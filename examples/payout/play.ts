import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, formatAmount, type PaymentsClient } from '@org/payments-sdk';
import { memoryStore } from '@org/payments-sdk/webhooks';
import { nodeHandler } from '@org/payments-sdk/webhooks/node';
import { verifiedCustomer } from '../verified-customer.ts';
import { type Attempt, type Attempts, type Order, offer, pay } from './payout.ts';
import { payoutWebhooks } from './webhooks.ts';

/** Keeps attempts in memory, for a demonstration: they have to survive the process. */
export function memoryAttempts(): Attempts {
  const kept = new Map<string, Attempt>();
  const current = (orderId: string): Attempt => kept.get(orderId) ?? { number: 1 };
  return {
    current: async (orderId) => current(orderId),
    async replace(orderId, before, after) {
      const { number, quoteId } = current(orderId);
      if (number === before.number && quoteId === before.quoteId) kept.set(orderId, after);
    },
  };
}

const money = (amount: number, code: string) =>
  `${formatAmount({ amount, currency: { code } }, { display: 'none' })} ${code}`;

/** Adds a customer with 1,000 USD, and two suppliers to be paid. */
async function prepareOrders(payments: PaymentsClient, mock: Mock): Promise<readonly Order[]> {
  const customer = await verifiedCustomer(payments, mock.clock, 'USD', 1_000_00);
  const { customerId, accountId: fromAccountId } = customer;
  const supplier = async (iban: string) => {
    const { id } = await payments.externalAccounts.create({
      customerId,
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban,
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Grace Hopper',
          countryOfResidence: 'DE',
        },
      },
    });
    return id;
  };
  const payer = { customerId, fromAccountId };
  // The suffix 002 makes the execution fail; the page of the mock's rules lists the others.
  const [paid, failing] = ['DE89370400440532123', 'DE89370400440532002'];
  return [
    { ...payer, id: 'order-1', payTo: await supplier(paid ?? ''), amount: 25_000 },
    { ...payer, id: 'order-2', payTo: await supplier(failing ?? ''), amount: 10_000 },
  ];
}

/** Pays two suppliers against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock({ seed: 'payout', checkResponses: true });
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
    const attempts = memoryAttempts();
    for (const order of await prepareOrders(payments, mock)) {
      const shown = await offer(payments, attempts, order);
      const { quoteId, transactionId, receives, fees } = shown;
      names.set(transactionId, order.id);
      print(
        `${order.id}: the supplier receives ${money(receives, 'EUR')}, fees ${money(fees, 'USD')}`,
      );
      await pay(payments, attempts, order, quoteId);
      await mock.webhooks.flush();
      mock.clock.advance({ minutes: 10 });
      await mock.webhooks.flush();
    }
    const [account] = (await payments.internalAccounts.list({ currency: 'USD' })).data;
    print(`left: ${money(account?.balance.amount ?? 0, 'USD')}`);
  } finally {
    await server.close();
    platform.closeAllConnections();
    platform.close();
  }
}
