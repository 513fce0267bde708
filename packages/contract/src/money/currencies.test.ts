import { expect, test } from 'vitest';
import { accountVariants } from '../areas/external-accounts/account-variants.ts';
import type { Quote } from '../areas/quotes/schemas.ts';
import { exampleOf } from '../examples.ts';
import { decimalsOf, decimalText } from './currencies.ts';

test.each([
  ['JPY KRW VND CLP RWF UGX XAF XOF', 0],
  ['USD EUR COP IDR PKR HUF TZS XCG', 2],
  ['KWD BHD TND OMR JOD IQD', 3],
  ['USDC USDB USDT', 6],
  ['BTC', 8],
  ['XYZ constructor __proto__', undefined],
])('rule 106: %s have %s decimals', (codes, decimals) => {
  for (const code of codes.split(' ')) expect(decimalsOf(code), code).toBe(decimals);
});

test('rule 106: the table differs from Intl only where Intl has the decimals of prices', () => {
  const codes = Intl.supportedValuesOf('currency');
  const differences = codes.filter((currency) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    const ours = decimalsOf(currency);
    return ours !== undefined && ours !== maximumFractionDigits;
  });
  const prices = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' ');
  // A later version of the runtime's data may correct some of them.
  expect(prices).toEqual(expect.arrayContaining(differences));
});

test('rule 111: every type of account names a currency that the table has, if it names one', () => {
  const currencies = Object.entries(accountVariants).flatMap(([type, variant]) =>
    'currency' in variant ? [[type, variant.currency] as const] : [],
  );
  expect(currencies.length).toBeGreaterThan(30);
  for (const [type, currency] of currencies) expect(decimalsOf(currency), type).toBeDefined();
  expect(Object.fromEntries(currencies).SLV_ACCOUNT).toBe('USD');
});

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [-5, 3, '-0.005'],
  [-4050, 2, '-40.50'],
  [1234, 0, '1234'],
  [1, 8, '0.00000001'],
  [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
  [123_456_789_012_345_678_901n, 2, '1234567890123456789.01'],
])('%s with %s decimals is %s', (amount, decimals, text) => {
  expect(decimalText(amount, decimals)).toBe(text);
});

test('rule 105: the documented quotes agree: what is sent without fees, divided by the rate, arrives', () => {
  for (const name of ['quotes.create', 'quotes.get', 'agent.quotes.create'] as const) {
    const found = exampleOf(name).result as { quote?: Quote } & Quote;
    const quote = found.quote ?? found;
    const net = quote.totalSendingAmount - quote.feesIncluded;
    expect(Math.floor(net / quote.exchangeRate), name).toBe(quote.totalReceivingAmount);
  }
});
