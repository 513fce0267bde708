import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { cardNumberPage, freezeCard, issueCard, signIn } from './card.ts';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Issues a card and uses it against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock({ seed: 'card', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const { account, credential } = mock.add.wallet({ customerId, available: 100_00 });
  const server = await listen(mock, { port: 0 });
  try {
    const payments = createPaymentsClient(server.connection);
    const { id, state } = await issueCard(payments, customerId, account.id);
    print(`issued: ${state}`);
    mock.clock.advance({ minutes: 1 });
    print(`a minute later: ${(await payments.cards.get({ id })).state}`);
    print(`number shown at ${new URL(await cardNumberPage(payments, id)).protocol}//…`);

    // Simulates a payment at a shop; only the sandbox has this operation.
    const shop = { id, currency: { code: 'USD' }, merchant: { descriptor: 'COFFEE SHOP' } };
    const use = await payments.sandbox.simulateAuthorization({ ...shop, amount: 4_50 });
    const settled = { id, cardTransactionId: use.id, amount: 5_00 };
    await payments.sandbox.simulateClearing(settled);
    const [wallet] = (await payments.internalAccounts.list({ customerId })).data;
    print(`coffee with a tip: ${use.status}, then ${dollars(wallet?.balance.amount ?? 0)} left`);

    const readCode = () => mock.outbox.at(-1)?.code ?? '';
    const stamper = await signIn(payments, credential.id, readCode);
    print(`frozen by its holder: ${(await freezeCard(payments, id, stamper)).state}`);
    const refused = await payments.sandbox.simulateAuthorization({ ...shop, amount: 1_00 });
    print(`another coffee: ${refused.declineReason}`);
  } finally {
    await server.close();
  }
}
