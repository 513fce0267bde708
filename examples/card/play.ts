import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, formatAmount } from '@org/payments-sdk';
import { memoryClaims } from '../claims.ts';
import { verifiedCustomer } from '../verified-customer.ts';
import { cardNumberPage, freezeCard, issueCard, signIn } from './card.ts';

/** Issues a card and uses it against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock({ seed: 'card', checkResponses: true });
  const server = await listen(mock, { port: 0 });
  try {
    const payments = createPaymentsClient(server.connection);
    // A wallet holds USDB, which has six decimals.
    const { customerId, accountId } = await verifiedCustomer(
      payments,
      mock.clock,
      'USDB',
      100_000_000,
    );
    const { id, state } = await issueCard(payments, memoryClaims(mock.clock.now), {
      id: 'card-1',
      cardholderId: customerId,
      walletId: accountId,
    });
    print(`issued: ${state}`);
    mock.clock.advance({ minutes: 1 });
    print(`a minute later: ${(await payments.cards.get({ id })).state}`);
    print(`number shown at ${new URL(await cardNumberPage(payments, id)).protocol}//…`);

    // Simulates a payment at a shop; only the sandbox has this operation.
    const currency = { code: 'USDB' };
    const merchant = { descriptor: 'COFFEE SHOP' };
    const pay = (amount: number) =>
      payments.sandbox.simulateAuthorization({ id, currency, merchant, amount });
    const use = await pay(4_500_000);
    const settled = { id, cardTransactionId: use.id, amount: 5_000_000 };
    await payments.sandbox.simulateClearing(settled);
    const [wallet] = (await payments.internalAccounts.list({ customerId })).data;
    const balance = wallet === undefined ? '' : formatAmount(wallet.balance, { display: 'none' });
    print(`coffee with a tip: ${use.status}, then ${balance} USDB left`);

    const [credential] = (await payments.credentials.list({ accountId })).data;
    if (credential === undefined) throw new Error('The wallet has no credential.');
    const readCode = () => mock.outbox.at(-1)?.code ?? '';
    const stamper = await signIn(payments, credential.id, readCode);
    print(`frozen by its holder: ${(await freezeCard(payments, id, stamper)).state}`);
    const refused = await pay(1_000_000);
    print(`another coffee: ${refused.declineReason}`);
  } finally {
    await server.close();
  }
}
