import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

const decimals = { JPY: 0, USD: 2, KWD: 3, USDC: 6 };
const currencies = Object.keys(decimals) as (keyof typeof decimals)[];
/** The platform's own fee of payments from USD: 1 dollar, and 0.25 percent of the rest. */
const platformBps = 25;

/** Returns a decimal number as a fraction of whole numbers, by its digits. */
function fraction(value: number): readonly [bigint, bigint] {
  const [whole = '', decimal = ''] = value.toFixed(12).split('.');
  return [BigInt(whole + decimal), 10n ** 12n];
}

/** Returns a share of an amount, rounded up. */
function share(amount: number, [over, under]: readonly [bigint, bigint]): number {
  return Number((BigInt(amount) * over + under - 1n) / under);
}

type Quote = Awaited<ReturnType<PaymentsClient['quotes']['get']>>;
type Currency = Quote['sendingCurrency'];

/** What an accountant computes of a payment, from its quote. */
function audited(quote: Quote) {
  const { sendingCurrency, receivingCurrency, rateDetails, totalSendingAmount: sent } = quote;
  const scale = ({ decimals = 0 }: Currency) => 10n ** BigInt(decimals);
  const isCharged = sendingCurrency.code === 'USD' && receivingCurrency.code !== 'USD';
  const fixed = isCharged ? 100 : 0;
  const rest = sent - fixed;
  const platformFees = fixed + (isCharged ? share(rest, [BigInt(platformBps), 10_000n]) : 0);
  const variable = share(rest, fraction(rateDetails?.serviceApiVariableFeeRate ?? 0));
  const fees = (rateDetails?.serviceApiFixedFee ?? 0) + variable + platformFees;
  const [over, under] = fraction(quote.exchangeRate);
  const [cost, unit] = [over * scale(sendingCurrency), under * scale(receivingCurrency)];
  const net = BigInt(sent - fees);
  return {
    platformFees,
    variable,
    fees,
    /** What the amount after the fees buys, rounded down. */
    bought: Number((net * unit) / cost),
    /** What the receiver's amount costs, rounded up. */
    cost: Number((BigInt(quote.totalReceivingAmount) * cost + unit - 1n) / unit),
    net: Number(net),
  };
}

test("a month's payments in JPY, USD, KWD and USDC reconcile exactly, from responses of the API alone", async () => {
  const mock = createMock({ seed: 'month', supportedCurrencies: currencies, checkResponses: true });
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
  await payments.config.update({
    feeConfigs: [
      {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: 'USD',
        variableFeeBps: platformBps,
        fixedFee: { amount: 100, currency: 'USD' },
      },
    ],
  });
  mock.clock.advance({ minutes: 1 });

  const { data } = await payments.internalAccounts.list({ customerId });
  expect(data.map(({ balance }) => balance.currency.decimals)).toEqual([0, 2, 3, 6]);
  const expected = new Map<string, number>();
  const add = (accountId: string, amount: number) =>
    expected.set(accountId, (expected.get(accountId) ?? 0) + amount);
  for (const { id, balance } of data) {
    const amount = Math.min(10_000_000 * 10 ** (balance.currency.decimals ?? 0), 1e11);
    await payments.sandbox.fundInternalAccount({ accountId: id, amount });
    add(id, amount);
  }

  const lockedSides = new Map<string, 'SENDING' | 'RECEIVING'>();
  for (let day = 0; day < 30; day += 1) {
    const from = data[day % 4];
    const to = data[(day + 1 + (day % 3)) % 4];
    if (from === undefined || to === undefined) throw new Error('Expected four accounts.');
    const side = day % 5 === 0 ? 'RECEIVING' : 'SENDING';
    const locked = side === 'SENDING' ? from : to;
    const { id } = await payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: from.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.id },
      lockedCurrencySide: side,
      lockedCurrencyAmount: 1_011 * 10 ** (locked.balance.currency.decimals ?? 0) + day,
      immediatelyExecute: true,
    });
    lockedSides.set(id, side);
    mock.clock.advance({ days: 1 });
  }

  const sent = payments.transactions.list({ customerId, type: 'OUTGOING' });
  const listed = await sent.toArray({ limit: 100 });
  expect(listed).toHaveLength(30);
  for (const payment of listed) {
    if (payment.type !== 'OUTGOING') throw new Error(`${payment.id} is ${payment.type}.`);
    expect(payment.status).toBe('COMPLETED');
    const quote = await payments.quotes.get({ quoteId: payment.quoteId ?? '' });
    const books = audited(quote);
    const [from, to] = [quote.sendingCurrency.code, quote.receivingCurrency.code];
    const side = lockedSides.get(quote.id);
    const name = `${from} to ${to}, ${side}`;
    expect(quote.platformFeesIncluded, name).toBe(books.platformFees);
    expect(quote.rateDetails?.serviceApiVariableFeeAmount, name).toBe(books.variable);
    expect([quote.feesIncluded, payment.fees], name).toEqual([books.fees, books.fees]);
    expect(payment.exchangeRate, name).toBe(quote.exchangeRate);
    expect(payment.sentAmount.amount, name).toBe(quote.totalSendingAmount);
    expect(payment.receivedAmount?.amount, name).toBe(quote.totalReceivingAmount);
    if (side === 'SENDING') {
      expect(quote.totalReceivingAmount, name).toBe(books.bought);
    } else {
      expect(books.net, name).toBe(books.cost);
    }
    add(payment.source.accountId ?? '', -payment.sentAmount.amount);
    add(payment.destination.accountId ?? '', payment.receivedAmount?.amount ?? 0);
  }
  for (const { id, balance } of (await payments.internalAccounts.list({ customerId })).data) {
    expect(balance.amount, balance.currency.code).toBe(expected.get(id));
  }
});
