import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import { formatAmount } from './format-amount.ts';
import { parseAmount } from './parse-amount.ts';

const spaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  [4050, 'USD', {}, '$40.50'],
  [-5, 'USD', {}, '-$0.05'],
  [4050, 'JPY', {}, '¥4,050'],
  [1_234_567, 'KWD', { display: 'none' }, '1,234.567'],
  [1_234_567, 'KWD', { display: 'none', grouping: false }, '1234.567'],
  [1_234_567, 'USD', { grouping: false }, '$12345.67'],
  [100_000, 'COP', { display: 'code' }, 'COP 1,000.00'],
  [4050, 'EUR', { locale: 'de-DE' }, '40,50 €'],
  [1_500_000, 'USDC', {}, 'USDC 1.500000'],
  [1, 'BTC', { display: 'none' }, '0.00000001'],
  [Number.MAX_SAFE_INTEGER, 'USD', { display: 'none' }, '90,071,992,547,409.91'],
] as const)('%s of %s with %j is %s', (amount, code, options, text) => {
  expect(spaces(formatAmount({ amount, currency: { code } }, options))).toBe(text);
});

test('the decimals of the currency object win over those of ISO 4217', () => {
  expect(formatAmount({ amount: 12345, currency: { code: 'ABC', decimals: 4 } })).toContain(
    '1.2345',
  );
  expect(() => formatAmount({ amount: 1, currency: { code: 'ABC' } })).toThrow(InvalidRequestError);
});

test.each([1.5, Number.NaN, 2 ** 53])('%s is not an amount of the smallest unit', (amount) => {
  expect(() => formatAmount({ amount, currency: { code: 'USD' } })).toThrow(InvalidRequestError);
});

test.each([
  ['1,234.50', 'USD', {}, 123_450],
  ['$1,234.5', 'USD', {}, 123_450],
  ['USD 0.07', 'USD', {}, 7],
  ['-0.29', 'USD', {}, -29],
  ['1.234,50 €', 'EUR', { locale: 'de-DE' }, 123_450],
  ['1 234,5', 'EUR', { locale: 'fr-FR' }, 123_450],
  ['12,34,567.00', 'INR', { locale: 'en-IN' }, 123_456_700],
  ['4,050', 'JPY', {}, 4050],
  ['0.001', 'KWD', {}, 1],
  ['90071992547409.91', 'USD', {}, Number.MAX_SAFE_INTEGER],
  ['0.1', 'BTC', {}, 10_000_000],
] as const)('%s of %s with %j is %s', (text, code, options, amount) => {
  expect(parseAmount(text, code, options).amount).toBe(amount);
});

test.each([
  ['1.005', 'USD', 'has 3 decimals; USD has 2'],
  ['4.5', 'JPY', 'has 1 decimals; JPY has 0'],
  ['', 'USD', 'is not an amount'],
  ['.50', 'USD', 'is not an amount'],
  ['1.', 'USD', 'is not an amount'],
  ['1,2', 'USD', 'is not an amount'],
  ['1.2.3', 'USD', 'is not an amount'],
  ['1e3', 'USD', 'is not an amount'],
  ['0x10', 'USD', 'is not an amount'],
  ['€5', 'USD', 'is not an amount'],
  ['90071992547409.92', 'USD', 'larger than a number can hold'],
  ['1', 'ABC', 'is not a known currency'],
])('%s of %s is refused: it %s', (text, code, message) => {
  expect(() => parseAmount(text, code)).toThrow(message);
  expect(() => parseAmount(text, code)).toThrow(InvalidRequestError);
});

test('what is formatted is read back exactly, in every locale and currency', () => {
  const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  const codes = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'COP', 'CHF', 'USDC', 'BTC', 'CLF');
  const locales = fc.constantFrom(
    'en-US',
    'de-DE',
    'fr-FR',
    'de-CH',
    'en-IN',
    'ar-EG',
    'sv-SE',
    'pt-BR',
    'he-IL',
  );
  const displays = fc.constantFrom('symbol' as const, 'code' as const, 'none' as const);
  fc.assert(
    fc.property(amounts, codes, locales, displays, (amount, code, locale, display) => {
      const text = formatAmount({ amount, currency: { code } }, { locale, display });
      expect(parseAmount(text, code, { locale }).amount, text).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});
