import { decimalsOf } from '@org/payments-contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../mock.ts';
import { resolveSettings } from '../../settings.ts';
import { createWorld } from '../../world.ts';
import { convert, FEE_BPS } from './conversion.ts';
import { largestAmount } from './rates.ts';

const currency = fc.constantFrom('JPY', 'KRW', 'VND', 'USD', 'EUR', 'COP', 'KWD', 'BHD', 'TND');
const side = fc.constantFrom('SENDING' as const, 'RECEIVING' as const);

function emptyWorld(seed: string) {
  return createWorld(resolveSettings({ seed }), {
    tables: [],
    rules: new Map(),
    recipes: new Map(),
    start: () => undefined,
    ports: {} as never,
  });
}

/** Writes a positive decimal number as a fraction of whole numbers. */
function digitsOf(value: number): readonly [bigint, bigint] {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length - Number(exponent))];
}

test('rule 105: amounts, rate and fees agree to the smallest unit, in every currency', () => {
  const world = emptyWorld('quotes');
  const order = fc.record({
    from: currency,
    to: currency,
    side,
    amount: fc.integer({ min: 1, max: 50_000_000 }),
    platformFee: fc.record({
      fixed: fc.integer({ min: 0, max: 500 }),
      bps: fc.integer({ min: 0, max: 900 }),
    }),
  });
  let converted = 0;
  fc.assert(
    fc.property(order, (given) => {
      const { from, to, platformFee } = given;
      let result: ReturnType<typeof convert>;
      try {
        result = convert(world, given);
      } catch (refusal) {
        expect(refusal).toMatchObject({ facts: { code: 'AMOUNT_OUT_OF_RANGE' } });
        return;
      }
      converted += 1;
      const { sending, receiving, fees, platformFees, rate } = result;
      expect(given.side === 'SENDING' ? sending : receiving).toBe(given.amount);
      expect(sending).toBeLessThanOrEqual(largestAmount(from));
      // sending units = rate × receiving units, in the smallest units of both.
      const [over, under] = digitsOf(rate);
      const needed = over * BigInt(receiving) * 10n ** BigInt(decimalsOf(from) ?? 0);
      const scale = under * 10n ** BigInt(decimalsOf(to) ?? 0);
      const net = BigInt(sending - fees);
      const one = over * 10n ** BigInt(decimalsOf(from) ?? 0);
      if (given.side === 'SENDING') {
        // What arrives is rounded down: one smallest unit more would cost more than was sent.
        expect(needed <= net * scale && needed + one > net * scale).toBe(true);
      } else {
        // What must be sent is rounded up: one smallest unit less would not suffice.
        expect(needed <= net * scale && needed > (net - 1n) * scale).toBe(true);
      }
      // Each part of the fees is rounded up.
      const share = (bps: number) => Math.ceil((sending * bps) / 10_000);
      expect(platformFees).toBe(platformFee.fixed + share(platformFee.bps));
      const exact = platformFees + share(FEE_BPS);
      expect(fees - exact).toBeGreaterThanOrEqual(0);
      expect(fees - exact).toBeLessThanOrEqual(given.side === 'SENDING' ? 0 : 2);
    }),
    { numRuns: 3000 },
  );
  expect(converted).toBeGreaterThan(1000);
});

test('rule 105: a rate is the units of the sending currency for one of the receiving currency', async () => {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const rates = async (query: string) => {
    const response = await mock.fetch(`${mock.connection.baseUrl}/exchange-rates?${query}`);
    return (
      (await response.json()) as { data: { exchangeRate: number; receivingAmount: number }[] }
    ).data[0];
  };
  const toYen = await rates('sourceCurrency=USD&destinationCurrency=JPY&sendingAmount=10000');
  // 100.00 USD are about 15,000 JPY, which have no decimals: about 0.0066 USD for 1 JPY.
  expect(toYen?.exchangeRate).toBeGreaterThan(0.006);
  expect(toYen?.exchangeRate).toBeLessThan(0.007);
  expect(toYen?.receivingAmount).toBeGreaterThan(14_500);
  expect(toYen?.receivingAmount).toBeLessThan(15_500);
  const toDinar = await rates('sourceCurrency=USD&destinationCurrency=KWD&sendingAmount=10000');
  // 100.00 USD are about 30.500 KWD, which have three decimals: about 3.28 USD for 1 KWD.
  expect(toDinar?.exchangeRate).toBeGreaterThan(3);
  expect(toDinar?.receivingAmount).toBeGreaterThan(30_000);
  expect(toDinar?.receivingAmount).toBeLessThan(31_500);
});
