import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfNumber, join } from '../test/material.ts';
import { CURVE_ORDER, MAX_LOW_S } from './constants.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { lowSDer, lowSDerOfRaw } from './low-s.ts';
import { derSignatureToRaw, rawSignatureToDer } from './signature.ts';

const derOf = (r: bigint, s: bigint) =>
  bytesToHex(rawSignatureToDer(join(bytesOfNumber(r), bytesOfNumber(s))));
const sOf = (der: string) =>
  BigInt(`0x${bytesToHex(derSignatureToRaw(hexToBytes(der)).subarray(32))}`);

describe('low s', () => {
  it('is bounded by half the order', () => {
    expect(MAX_LOW_S).toBe((CURVE_ORDER - 1n) / 2n);
  });

  it('is the smaller of s and n-s, in strict DER', () => {
    const number = fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n });
    const small = fc.integer({ min: 0, max: 254 }).map((bits) => 1n << BigInt(bits));
    const near = small.map((value) => CURVE_ORDER - value);
    fc.assert(
      fc.property(fc.oneof(number, small, near), fc.oneof(number, small, near), (r, s) => {
        const low = s <= MAX_LOW_S ? s : CURVE_ORDER - s;
        expect(lowSDer(derOf(r, s))).toBe(derOf(r, low));
        expect(lowSDerOfRaw(join(bytesOfNumber(r), bytesOfNumber(s)))).toBe(derOf(r, low));
      }),
      { numRuns: 500 },
    );
  });

  it.each([MAX_LOW_S, MAX_LOW_S + 1n, 1n, CURVE_ORDER - 1n])('is correct at the bound: %d', (s) => {
    const low = s <= MAX_LOW_S ? s : CURVE_ORDER - s;
    expect(sOf(lowSDer(derOf(1n, s)))).toBe(low);
    expect(sOf(lowSDerOfRaw(join(bytesOfNumber(1n), bytesOfNumber(s))))).toBe(low);
  });
});
