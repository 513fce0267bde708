import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfNumber, join, namedScalar } from '../test/material.ts';
import { CURVE_ORDER } from './constants.ts';
import { bytesToHex, hexToBytes } from './hex.ts';
import { encodePkcs8, encodePkcs8WithoutPoint } from './key-forms.ts';
import { pointOfScalar } from './scalar.ts';
import { derSignatureToRaw, rawSignatureToDer } from './signature.ts';

const refusal = expect.objectContaining({ code: 'INVALID_SIGNATURE' });
const half = fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }).map(bytesOfNumber);
/** Small and large values alike, so that every length of INTEGER occurs. */
const anyHalf = fc.oneof(
  half,
  fc.integer({ min: 0, max: 255 }).map((bits) => bytesOfNumber((1n << BigInt(bits)) % CURVE_ORDER)),
);

describe('DER signatures', () => {
  it('convert to raw form and back', () => {
    fc.assert(
      fc.property(anyHalf, anyHalf, (r, s) => {
        const raw = join(r, s);
        const der = rawSignatureToDer(raw);
        expect(der.length).toBeLessThanOrEqual(72);
        expect(derSignatureToRaw(der)).toEqual(raw);
      }),
    );
  });

  it('match those of OpenSSL', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let round = 0; round < 100; round += 1) {
      const der = Uint8Array.from(sign('sha256', Buffer.of(round), privateKey));
      expect(rawSignatureToDer(derSignatureToRaw(der))).toEqual(der);
    }
  });

  it('have minimal integers, with a zero byte where the top bit is set', () => {
    const der = rawSignatureToDer(join(bytesOfNumber(1n), bytesOfNumber(0x80n)));
    expect(bytesToHex(der)).toBe('3007020101' + '02020080');
  });

  it('are accepted only in their canonical encoding', () => {
    const der = rawSignatureToDer(join(bytesOfNumber(0x7fn), bytesOfNumber(CURVE_ORDER - 1n)));
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const changed = Uint8Array.from(der, (byte, at) => (at === index ? byte ^ change : byte));
        let raw: Uint8Array;
        try {
          raw = derSignatureToRaw(changed);
        } catch {
          return;
        }
        expect(rawSignatureToDer(raw)).toEqual(changed);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a bare tag', '30'],
    ['an empty sequence', '3000'],
    ['another tag', '3106020101020101'],
    ['a constructed integer', '3006220101020101'],
    ['one integer', '3003020101'],
    ['a sequence longer than the text', '3007020101020101'],
    ['a sequence shorter than the text', '3005020101020101'],
    ['bytes after the sequence', '300602010102010100'],
    ['a third integer', '3009020101020101020101'],
    ['bytes inside after s', '300702010102010100'],
    ['long form of the sequence length', '308106020101020101'],
    ['long form of an integer length', '300702810101020101'],
    ['indefinite length', '30800201010201010000'],
    ['an integer of no bytes', '30050200020101'],
    ['r of zero', '3006020100020101'],
    ['s of zero', '3006020101020100'],
    ['negative r', '3006020180020101'],
    ['negative s', '30060201010201ff'],
    ['a needless zero byte in r', '300702020001020101'],
    ['a needless zero byte in s', '300702010102020001'],
    ['two zero bytes', '30080203000080020101'],
    ['an integer beyond the end', '3006020101020201'],
    ['r that swallows s', '3006020401020101'],
    ['an integer of 33 significant bytes', `302602210${'1'.repeat(65)}020101`],
    ['r of n', `3026022100${CURVE_ORDER.toString(16)}020101`],
    ['s of n', `3026020101022100${CURVE_ORDER.toString(16)}`],
    ['r above n', `3026022100${'ff'.repeat(32)}020101`],
  ])('are refused: %s', (_, text) => {
    expect(() => derSignatureToRaw(hexToBytes(text))).toThrow(refusal);
  });
});

describe('raw signatures', () => {
  const one = bytesOfNumber(1n);
  const zero = new Uint8Array(32);
  const order = bytesOfNumber(CURVE_ORDER);

  it.each([
    ['r of zero', join(zero, one)],
    ['s of zero', join(one, zero)],
    ['r of n', join(order, one)],
    ['s of n', join(one, order)],
    ['63 bytes', join(one, one.subarray(1))],
    ['65 bytes', join(one, one, Uint8Array.of(1))],
    ['none', new Uint8Array()],
  ])('are refused: %s', (_, raw) => {
    expect(() => rawSignatureToDer(raw)).toThrow(refusal);
  });
});

it('encodes PKCS#8 byte for byte as OpenSSL, with the public point', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const [scalar, ...coordinates] = [d, x, y].map((text) => Buffer.from(text, 'base64url'));
  const point = Buffer.concat([Buffer.of(4), ...coordinates]);
  const theirs = privateKey.export({ format: 'der', type: 'pkcs8' });
  expect(Buffer.from(encodePkcs8(scalar ?? Buffer.of(), point))).toEqual(theirs);
});

it('is shorter without the point, which OpenSSL then derives', () => {
  const scalar = namedScalar('session');
  const der = Buffer.from(encodePkcs8WithoutPoint(scalar));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { d = '', x = '', y = '' } = key.export({ format: 'jwk' });
  const [read, ...coordinates] = [d, x, y].map((text) => Buffer.from(text, 'base64url'));
  expect(Uint8Array.from(read ?? [])).toEqual(scalar);
  expect(Uint8Array.from(Buffer.concat([Buffer.of(4), ...coordinates]))).toEqual(
    pointOfScalar(scalar),
  );
});
