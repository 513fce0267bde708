import { expect, test } from 'vitest';
import { quoteInput, startPayingPlatform } from '../support/platform.ts';

test('transfers in and out in one currency complete', async () => {
  const { mock, payments, customer, account } = await startPayingPlatform();
  const customerId = customer.id;
  const bank = mock.add.externalAccount({ customerId });
  const [here, there] = [{ accountId: account.id }, { accountId: bank.id }];
  const pulled = await payments.transfers.createIn({
    source: there,
    destination: here,
    amount: 5_00,
  });
  expect(pulled).toMatchObject({ type: 'INCOMING', status: 'COMPLETED' });
  const sent = await payments.transfers.createOut({
    source: here,
    destination: { ...there, paymentRail: 'ACH' },
    amount: 2_00,
    purposeOfPayment: 'GOODS_OR_SERVICES',
  });
  expect(sent).toMatchObject({ type: 'OUTGOING', status: 'COMPLETED' });
  const found = await payments.transactions.list({ customerId }).toArray({ limit: 10 });
  expect(found.map(({ id }) => id)).toEqual([sent.id, pulled.id]);
  const again = await payments.transactions.get({ transactionId: sent.id });
  expect(again).toEqual(sent);
});

test('payments that arrive are approved or rejected, and a receipt is confirmed', async () => {
  const { payments, customer } = await startPayingPlatform();
  const receive = () =>
    payments.sandbox.receive({
      senderUmaAddress: '$success.usd@sandbox.example.com',
      customerId: customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 25_00,
    });
  const first = await receive();
  expect(first.status).toBe('PENDING');
  const approved = await payments.transactions.approve({ transactionId: first.id });
  expect(approved.status).toBe('COMPLETED');
  const confirmed = await payments.transactions.confirmReceipt({ transactionId: first.id });
  expect(confirmed.receiptDeliveryConfirmedAt).toBeTruthy();
  const second = await receive();
  const rejected = await payments.transactions.reject({ transactionId: second.id, reason: 'spam' });
  expect(rejected.status).toBe('REJECTED');
});

test('a payment that has not been sent is cancelled', async () => {
  const { mock, payments, customer, account } = await startPayingPlatform();
  const slow = mock.add.externalAccount({ customerId: customer.id, accountNumber: '123005' });
  const { id: transactionId } = await payments.transfers.createOut({
    source: { accountId: account.id },
    destination: { accountId: slow.id },
    amount: 1_00,
  });
  const cancelled = await payments.transactions.cancel({ transactionId, reason: 'typo' });
  expect(cancelled).toMatchObject({ status: 'FAILED', refund: { reason: 'USER_CANCELLATION' } });
});

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
