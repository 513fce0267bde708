import { expect, test } from 'vitest';
import { quoteInput, startPayingPlatform } from '../support/platform.ts';

test('a payout: look up, quote, execute; the transaction has the quoted amounts', async () => {
  const { payments, customer, account, external } = await startPayingPlatform();
  const customerId = customer.id;
  const lookup = await payments.receivers.lookUpExternalAccount({
    accountId: external.id,
    customerId,
  });
  const quote = await payments.quotes.create({
    ...quoteInput(account.id, external.id),
    lookupId: lookup.lookupId,
  });
  expect(quote.status).toBe('PENDING');
  const executed = await payments.quotes.execute({ quoteId: quote.id });
  expect(executed.status).toBe('PROCESSING');
  expect(await payments.quotes.get({ quoteId: quote.id })).toMatchObject({ status: 'COMPLETED' });
  const { transactionId } = quote;
  expect(await payments.transactions.get({ transactionId })).toMatchObject({
    status: 'COMPLETED',
    sentAmount: { amount: quote.totalSendingAmount },
    receivedAmount: { amount: quote.totalReceivingAmount },
    fees: quote.feesIncluded,
  });
  await expect(payments.quotes.execute({ quoteId: quote.id })).rejects.toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });
});

test("an embedded wallet pays: the quote's payload is stamped, in one call or in two steps", async () => {
  const { mock, payments, customer } = await startPayingPlatform();
  const customerId = customer.id;
  const { account } = mock.add.wallet({ customerId, available: 100_000 });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const external = mock.add.externalAccount({ customerId, currency: 'EUR' });
  const input = quoteInput(account.id, external.id);

  const first = await payments.quotes.create(input);
  const quoteId = first.id;
  await expect(payments.quotes.execute({ quoteId })).rejects.toMatchObject({
    code: 'SIGNATURE_REQUIRED',
  });
  const executed = await payments.quotes.execute({ quoteId }, { stamper: sessionKey });
  expect(executed.status).toBe('PROCESSING');

  const second = await payments.quotes.create(input);
  const step = await payments.quotes.execute.begin({ quoteId: second.id });
  if (step.status !== 'challenge') throw new Error('Expected a step to sign.');
  const stamp = await sessionKey.stamp(step.payloadToSign);
  const text = JSON.stringify(step);
  const done = await payments.quotes.execute.complete(text, stamp);
  expect(done.status).toBe('PROCESSING');
  // The key of the step makes a repeat harmless.
  expect(await payments.quotes.execute.complete(text, stamp)).toEqual(done);
  const { data } = await payments.internalAccounts.list({ customerId, type: 'EMBEDDED_WALLET' });
  expect(data[0]?.balance.amount).toBe(100_000 - 2 * 100_00);
});
