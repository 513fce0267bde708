import { decimalsOf, decimalText } from '@org/payments-contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
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
  const currency = { code: 'ABC', decimals: 4 };
  expect(formatAmount({ amount: 12345, currency })).toContain('1.2345');
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
  ['1,234,567.00', 'INR', { locale: 'en-IN' }, 123_456_700],
  ['1 234.50', 'USD', {}, 123_450],
  ["1'234.50", 'CHF', { locale: 'de-CH' }, 123_450],
  ['€ 1.234,50', 'EUR', { locale: 'de-AT' }, 123_450],
  ['1 234,50', 'EUR', { locale: 'de-AT' }, 123_450],
  ['1 234,50 CHF', 'CHF', { locale: 'fr-CH' }, 123_450],
  ['１，２３４．５０', 'USD', {}, 123_450],
  ['١٬٢٣٤٫٥٠', 'EGP', { locale: 'ar-EG' }, 123_450],
  ['\u200f१,२३४.५०\u200b', 'INR', { locale: 'hi-IN' }, 123_450],
  ['$-5', 'USD', {}, -500],
  ['−5.00', 'USD', {}, -500],
  ['5 usd', 'USD', {}, 500],
  ['4,050', 'JPY', {}, 4050],
  ['0.001', 'KWD', {}, 1],
  ['90071992547409.91', 'USD', {}, Number.MAX_SAFE_INTEGER],
  ['0.1', 'BTC', {}, 10_000_000],
] as const)('%s of %s with %j is read as %s', (text, code, options, amount) => {
  expect(parseAmount(text, code, options).amount).toBe(amount);
});

test.each([
  ['1.005', 'USD', {}, 'has 3 decimals; USD has 2: write 1.00 or 1.01; write 1,005.00, if'],
  ['0.5001', 'KWD', {}, 'write 0.500 or 0.501'],
  ['900.50', 'JPY', {}, /write 900 or 901\.$/],
  ['4.5', 'JPY', {}, 'has 1 decimals; JPY has none: write 4 or 5'],
  ['1200,99', 'USD', {}, 'en-US writes it; write 1,200.99, if that is meant'],
  ['40.50', 'EUR', { locale: 'de-DE' }, 'writes it; write 40,50, if that is meant'],
  // There numbers have a comma before the decimals, and amounts a dot.
  ['1.234', 'KWD', { locale: 'en-DE' }, 'it; write 1.234,000, if'],
  ['12 50', 'EUR', { locale: 'fr-FR' }, 'is not an amount as fr-FR writes it; expected'],
  ['1.234.50', 'USD', {}, 'is not an amount'],
  ['1,234 567', 'USD', {}, 'is not an amount'],
  // Half a unit, as most of Europe writes it, is not five hundred.
  ['1.500', 'EUR', {}, /EUR has 2: write 1,500\.00 or 1\.50, if that is meant/],
  ['0,500', 'USD', {}, /write 0.50, if that is meant/],
  ['0.500', 'KWD', { locale: 'de-DE' }, /write 0,500, if that is meant/],
  ['12\t500', 'USD', {}, 'is not an amount'],
  ['', 'USD', {}, 'is not an amount'],
  ['.50', 'USD', {}, 'is not an amount'],
  ['1.', 'USD', {}, 'is not an amount'],
  ['1,2', 'USD', {}, 'is not an amount'],
  ['1.2.3', 'USD', {}, 'is not an amount'],
  ['1e3', 'USD', {}, 'is not an amount as en-US writes it; expected a number such as 1,234.50'],
  ['5²', 'USD', {}, 'is not an amount'],
  ['12$34', 'USD', {}, 'is not an amount'],
  ['-5-', 'USD', {}, 'is not an amount'],
  ['0x10', 'USD', {}, 'is not an amount'],
  ['€5', 'USD', {}, 'is not an amount'],
  ['90071992547409.92', 'USD', {}, 'larger than a number can hold'],
  ['1'.repeat(101), 'USD', {}, 'too long'],
  ['1', 'ABC', {}, 'is not a known currency; set its decimals'],
  ['1', 'usd', {}, 'usd is not a known currency: write USD'],
  ['1', { code: 'USD', decimals: -1 }, {}, 'currency.decimals: is not a whole number from 0 to 20'],
  ['1', { code: 'USD', decimals: 0.5 }, {}, 'is not a whole number from 0 to 20'],
  [40.5 as unknown as string, 'USD', {}, 'is not text'],
  ['1', null as unknown as string, {}, 'currency: is neither an ISO 4217 code nor'],
  ['1', 'USD', { locale: 'de_DE' }, 'is not a BCP 47 tag'],
  ['1', 'USD', { locale: 'gb' }, 'does not know how gb writes numbers'],
] as const)('%s of %s with %j is refused: %s', (text, code, options, message) => {
  expect(() => parseAmount(text, code, options)).toThrow(message);
  expect(() => parseAmount(text, code, options)).toThrow(InvalidRequestError);
});

const codes = ['USD', 'EUR', 'JPY', 'KWD', 'COP', 'CHF', 'INR', 'CVE', 'EGP', 'USDC', 'BTC', 'CLF'];
const locales = `
  ar ar-EG ar-AE bg bn-BD ca cs da de de-AT de-CH de-LI el en en-AU en-CA en-CH en-GB en-IN
  en-ZA es es-AR es-CL es-CR es-MX es-VE et eu fa-IR fi fil fr fr-BE fr-CA fr-CH gsw he hi hr
  hu hy id is it it-CH ja ka kk km ko lt lv mr ms my nb ne nl pl pt pt-AO pt-CV pt-PT rm ro ru
  sk sl sq sr sv sw ta te th tr uk ur-PK uz vi zh zh-TW`
  .trim()
  .split(/\s+/);

test('what is written is read back exactly, in every locale, currency, form and script', () => {
  const amounts = fc.oneof(
    fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc.integer({ min: -10_000_000, max: 10_000_000 }),
  );
  const options = fc.record({
    locale: fc.constantFrom(...locales),
    display: fc.constantFrom('symbol' as const, 'code' as const, 'none' as const),
    grouping: fc.boolean(),
  });
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(...codes),
      options,
      (amount, code, { locale, ...form }) => {
        const text = formatAmount({ amount, currency: { code } }, { locale, ...form });
        expect(parseAmount(text, code, { locale }).amount, `${text} in ${locale}`).toBe(amount);
        const decimals = decimalsOf(code) ?? 0;
        const local = new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          useGrouping: form.grouping,
        }).format(decimalText(amount, decimals) as Intl.StringNumericLiteral);
        expect(parseAmount(local, code, { locale }).amount, `${local} in ${locale}`).toBe(amount);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a text that another locale wrote is read as the same amount, or refused', () => {
  const amounts = fc.integer({ min: -10_000_000, max: 10_000_000 });
  const locale = fc.constantFrom(...locales);
  const codesOfCents = fc.constantFrom('USD', 'EUR', 'CHF', 'INR');
  fc.assert(
    fc.property(amounts, codesOfCents, locale, locale, (amount, code, writer, reader) => {
      const written = { amount, currency: { code } };
      const text = formatAmount(written, { locale: writer, display: 'none' });
      let read = amount;
      try {
        read = parseAmount(text, code, { locale: reader }).amount;
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidRequestError);
      }
      expect(read, `${text}: ${writer} wrote it, ${reader} read it`).toBe(amount);
    }),
    { numRuns: 3000 },
  );
});

test.each(locales)('what the error says to write in %s is read', (locale) => {
  const written = "1200,99|1.234|1,234|0.5001|900.50|1'234|-12 50|1,5|1.5".split('|');
  const codesOf = (text: string) => ['JPY', 'KWD'].map((code) => [text, code] as const);
  for (const [text, code] of written.flatMap(codesOf)) {
    const read = (one: string) => () => parseAmount(one, code, { locale });
    try {
      read(text)();
    } catch (error) {
      for (const [, meant = ''] of String(error).matchAll(/\bwrite ([^;]+?)(?:, if|;|\.\s)/g)) {
        for (const one of meant.split(' or ')) expect(read(one)).not.toThrow();
      }
    }
  }
});

test('the signs of a locale are found out once, so that a file of amounts is read at once', () => {
  const made = vi.spyOn(Intl, 'NumberFormat');
  for (let at = 0; at < 1000; at += 1) parseAmount(`${at}.50`, 'CAD', { locale: 'en-CA' });
  expect(made.mock.calls.length).toBeGreaterThan(0);
  expect(made.mock.calls.length).toBeLessThan(10);
  made.mockRestore();
});
