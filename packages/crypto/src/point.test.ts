import { createECDH } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convertPoint } from '../test/independent.ts';
import { bytesOfNumber, describeOnBothEngines, join } from '../test/material.ts';
import { hexToBytes } from './hex.ts';
import { compressPoint, decompressPoint } from './point.ts';

const refusal = expect.objectContaining({ code: 'INVALID_POINT' });
const PRIME = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const X = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
const Y = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

describeOnBothEngines('points', () => {
  it('are compressed and decompressed as by OpenSSL', () => {
    for (let round = 0; round < 20; round += 1) {
      const point = Uint8Array.from(createECDH('prime256v1').generateKeys());
      const compressed = Uint8Array.from(convertPoint(point, 'compressed'));
      expect(compressPoint(point)).toEqual(compressed);
      expect(decompressPoint(compressed)).toEqual(point);
    }
  });

  it('are accepted only as the 33 bytes that compression returns', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 33, maxLength: 33 }), (bytes) => {
        const candidate = Uint8Array.from(bytes);
        candidate[0] = 2 + ((bytes[0] ?? 0) & 1);
        let point: Uint8Array;
        try {
          point = decompressPoint(candidate);
        } catch {
          return;
        }
        expect(compressPoint(point)).toEqual(candidate);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['uncompressed', `04${X}${Y}`],
    ['prefix 04', `04${X}`],
    ['prefix 00', `00${X}`],
    ['32 bytes', X],
    ['34 bytes', `03${X}00`],
    ['infinity', '00'],
    ['nothing', ''],
    ['x without a point', `02${'00'.repeat(31)}01`],
    ['x of the field prime', `02${PRIME.toString(16)}`],
    ['x of the field prime and more', `02${(PRIME + 5n).toString(16)}`],
  ])('are not decompressed: %s', (_, text) => {
    expect(() => decompressPoint(hexToBytes(text))).toThrow(refusal);
  });

  it.each([
    ['compressed', `03${X}`],
    ['hybrid 06', `06${X}${Y}`],
    ['hybrid 07', `07${X}${Y}`],
    ['64 bytes', `${X}${Y}`],
    ['66 bytes', `04${X}${Y}00`],
    ['off the curve', `04${X}${Y.slice(0, -1)}4`],
    ['infinity', `00`],
    ['zeros', `04${'00'.repeat(64)}`],
    ['exchanged coordinates', `04${Y}${X}`],
  ])('are not compressed: %s', (_, text) => {
    expect(() => compressPoint(hexToBytes(text))).toThrow(refusal);
  });

  it("are not compressed: a coordinate above the field's prime", () => {
    const zeroX = decompressPoint(join(Uint8Array.of(2), new Uint8Array(32)));
    const alias = join(Uint8Array.of(4), bytesOfNumber(PRIME), zeroX.subarray(33));
    expect(() => compressPoint(alias)).toThrow(refusal);
  });
});
