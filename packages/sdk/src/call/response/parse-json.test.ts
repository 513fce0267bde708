import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, withTexts } from './parse-json.ts';

const read = (literal: string) => {
  const { value, unsafe } = parseJson(`{"amount":${literal}}`);
  return { amount: (withTexts(value) as { amount: unknown }).amount, unsafe };
};

describe('a number of a response', () => {
  test.each([
    ['9007199254740993'],
    ['9007199254740993.0'],
    ['9.007199254740993e15'],
    ['9.007199254740993E+15'],
    ['90071992547409930e-1'],
    ['-9007199254740993.000'],
    ['9007199254740991.4'],
    ['100.00000000000000000001'],
    ['0.00000000000000000000000000009e-300000'],
    ['1e400'],
    ['-1e400'],
    ['1.5e300'],
    ['9007199254740992'],
  ])('that would be rounded keeps its text: %s', (literal) => {
    expect(read(literal)).toEqual({ amount: literal, unsafe: 1 });
  });

  test.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740991.0', 9_007_199_254_740_991],
    ['9.007199254740991e15', 9_007_199_254_740_991],
    ['1e3', 1000],
    ['1500e-2', 15],
    ['0e400', 0],
    ['-0.0', -0],
    ['0.1', 0.1],
    ['0.92000000000000000000001', 0.92],
    ['1.0000000000000002', 1.000_000_000_000_000_2],
  ])('that is exact, or a fraction, is read as a number: %s', (literal, number) => {
    expect(read(literal)).toEqual({ amount: number, unsafe: 0 });
  });

  test('is never an integer other than its literal, in any notation', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,22})$/);
    const fraction = fc.option(fc.stringMatching(/^\d{1,22}$/));
    const exponent = fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(25)));
    const literals = fc.tuple(fc.constantFrom('', '-'), digits, fraction, exponent);
    fc.assert(
      fc.property(literals, ([sign, whole, decimals, power]) => {
        const [mark, places] = power ?? ['e', 0];
        const shift = mark.endsWith('-') ? -places : places;
        const literal = `${sign}${whole}${decimals === null ? '' : `.${decimals}`}${power === null ? '' : `${mark}${places}`}`;
        const { amount, unsafe } = read(literal);
        if (unsafe === 1) {
          expect(amount).toBe(literal);
          return;
        }
        expect(amount).toBe(Number(literal));
        if (!Number.isInteger(amount)) return;
        // The exact value, scaled to an integer by hand.
        const scale = BigInt((decimals?.length ?? 0) + 25);
        const scaled = BigInt(`${sign}${whole}${decimals ?? ''}`) * 10n ** BigInt(25 + shift);
        expect(scaled).toBe(BigInt(amount as number) * 10n ** scale);
      }),
      { numRuns: 5000 },
    );
  });

  test('is looked for among numbers only: ids, times and strings are parsed at full speed', () => {
    const text = JSON.stringify({
      id: 'Card:12e4567f-e89b-12d3-a456-426614174000',
      other: 'Card:12e4',
      iban: 'DE89370400440532013000',
      text: 'a, 1e5" 192.168.100.200',
      at: '2026-01-05T09:00:00.000000Z',
      rate: 0.92,
    });
    const parse = JSON.parse;
    const revivers: unknown[] = [];
    JSON.parse = (...args) => {
      revivers.push(args[1]);
      return parse(...args);
    };
    try {
      parseJson(text);
    } finally {
      JSON.parse = parse;
    }
    expect(revivers).toEqual([undefined]);
  });
});
