import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { recordFlow } from '../support/record-flow.ts';

const currencies = ['JPY', 'USD', 'KWD'];

test("a month's payments in JPY, USD and KWD reconcile exactly, from responses of the API alone", async () => {
  const mock = createMock({ seed: 'month', supportedCurrencies: currencies, checkResponses: true });
  recordFlow(mock);
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  const payments = createPaymentsClient(server.connection);
  const { id: customerId } = await payments.customers.create({
    customerType: 'INDIVIDUAL',
    currencies,
    fullName: 'Ada Byron',
    birthDate: '1990-12-10',
    nationality: 'US',
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
  });
  await payments.verifications.create({ customerId });
  mock.clock.advance({ minutes: 1 });

  const { data } = await payments.internalAccounts.list({ customerId });
  expect(data.map(({ balance }) => balance.currency.decimals)).toEqual([0, 2, 3]);
  const expected = new Map<string, number>();
  const add = (accountId: string, amount: number) =>
    expected.set(accountId, (expected.get(accountId) ?? 0) + amount);
  for (const { id, balance } of data) {
    const amount = 100_000 * 10 ** (balance.currency.decimals ?? 0);
    await payments.sandbox.fundInternalAccount({ accountId: id, amount });
    add(id, amount);
  }

  for (let day = 0; day < 30; day += 1) {
    const from = data[day % 3];
    const to = data[(day + 1 + (day % 2)) % 3];
    if (from === undefined || to === undefined) throw new Error('Expected three accounts.');
    const side = day % 5 === 0 ? 'RECEIVING' : 'SENDING';
    const locked = side === 'SENDING' ? from : to;
    await payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: from.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.id },
      lockedCurrencySide: side,
      lockedCurrencyAmount: 11 * 10 ** (locked.balance.currency.decimals ?? 0) + day,
      immediatelyExecute: true,
    });
    mock.clock.advance({ days: 1 });
  }

  const listed = await payments.transactions.list({ customerId }).toArray({ limit: 100 });
  expect(listed).toHaveLength(30);
  for (const payment of listed) {
    if (payment.type !== 'OUTGOING') throw new Error(`${payment.id} is ${payment.type}.`);
    expect(payment.status).toBe('COMPLETED');
    add(payment.source.accountId ?? '', -payment.sentAmount.amount);
    add(payment.destination.accountId ?? '', payment.receivedAmount?.amount ?? 0);
  }
  for (const { id, balance } of (await payments.internalAccounts.list({ customerId })).data) {
    expect(balance.amount, balance.currency.code).toBe(expected.get(id));
  }
});
