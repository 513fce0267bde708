import { expect, test } from 'vitest';
import { quoteInput, startPayingPlatform } from '../support/payer.ts';

const usd = { code: 'USD' };
const merchant = { descriptor: 'COFFEE SHOP' };

test('a quote is paid with funds from outside', async () => {
  const { payments, customer, account, external } = await startPayingPlatform();
  const funded = await payments.sandbox.fundInternalAccount({ accountId: account.id, amount: 1 });
  expect(funded.balance.amount).toBe(100_001);
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id };
  const quote = await payments.quotes.create({
    ...quoteInput(account.id, external.id),
    source: source as { sourceType: 'REALTIME_FUNDING'; currency: string; customerId: string },
  });
  const info = quote.paymentInstructions?.[0]?.accountOrWalletInfo;
  expect(info).toMatchObject({ accountType: 'USD_ACCOUNT' });
  const sent = await payments.sandbox.send({ quoteId: quote.id, currencyCode: 'USD' });
  expect(sent.status).toBe('PROCESSING');
  expect((await payments.quotes.get({ quoteId: quote.id })).status).toBe('COMPLETED');
});

test('a card is used, settled and refunded, in every way that the sandbox simulates', async () => {
  const { mock, payments, account } = await startPayingPlatform();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const use = { id, amount: 4_50, currency: usd, merchant };
  const authorized = await payments.sandbox.simulateAuthorization(use);
  const ofUse = { id, cardTransactionId: authorized.id };
  const late = payments.cardSimulations;
  const tokens = [
    await late.simulateBalanceInquiry({ id, merchant }),
    await late.simulateAuthorizationAdvice({ ...ofUse, amount: 5_00 }),
  ];
  await payments.sandbox.simulateClearing({ ...ofUse, amount: 5_00 });
  const returned = await payments.sandbox.simulateReturn({ ...ofUse, amount: 5_00 });
  expect(returned.status).toBe('REFUNDED');
  tokens.push(
    await late.simulateReturnReversal(ofUse),
    await late.simulateCreditAuthorization(use),
    await late.simulateCreditAuthorizationAdvice(use),
    await late.simulateFinancialAuthorization(use),
    await late.simulateFinancialCreditAuthorization(use),
  );
  for (const { issuerTransactionToken } of tokens) expect(issuerTransactionToken).toMatch(/^sim-/);
  const [found] = (await payments.internalAccounts.list({ customerId: account.customerId })).data;
  expect(found?.balance.amount).toBe(100_000 - 5_00);
});
