import { createECDH } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { describeOnBothEngines } from '../test/engines.ts';
import { bytesOfNumber, HIGHEST_SCALAR, LOWEST_SCALAR } from '../test/material.ts';
import { CURVE_ORDER } from './constants.ts';
import { p256Point } from './curve.ts';
import { copyScalar, publicKeyFromScalar } from './scalar.ts';

const refusal = expect.objectContaining({ code: 'INVALID_SCALAR' });

/** Scalars of every length: OpenSSL returns a private key without its leading zero bytes. */
const scalars = fc.oneof(
  fc.bigInt({ min: 1n, max: CURVE_ORDER - 1n }),
  fc.nat(255).map((bits) => (1n << BigInt(bits)) + 1n),
);

describeOnBothEngines('scalars', () => {
  it('have the public keys of OpenSSL', () => {
    fc.assert(
      fc.property(scalars, (number) => {
        const scalar = bytesOfNumber(number);
        const ecdh = createECDH('prime256v1');
        ecdh.setPrivateKey(scalar);
        expect(publicKeyFromScalar(scalar)).toBe(ecdh.getPublicKey('hex', 'compressed'));
      }),
      { numRuns: 30 },
    );
  });

  it('are copied, and the copy is overwritten', () => {
    const from = vi.spyOn(Uint8Array, 'from');
    try {
      const scalar = bytesOfNumber(7n);
      publicKeyFromScalar(scalar);
      const at = from.mock.calls.findIndex(([source]) => (source as unknown) === scalar);
      const copy = from.mock.results[at]?.value as Uint8Array;
      expect(copy).toEqual(new Uint8Array(32));
      expect(scalar[31]).toBe(7);
    } finally {
      from.mockRestore();
    }
  });

  it('are read inside a larger buffer', () => {
    const larger = new Uint8Array(48).fill(255);
    larger.set(bytesOfNumber(7n), 5);
    expect(publicKeyFromScalar(larger.subarray(5, 37))).toBe(
      publicKeyFromScalar(bytesOfNumber(7n)),
    );
  });

  it('have the public keys G and -G of SEC 2 at the ends of the range', () => {
    const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    expect(publicKeyFromScalar(LOWEST_SCALAR)).toBe(`03${x}`);
    expect(publicKeyFromScalar(HIGHEST_SCALAR)).toBe(`02${x}`);
  });

  it.each([
    ['zero', new Uint8Array(32)],
    ['n', bytesOfNumber(CURVE_ORDER)],
    ['n + 1', bytesOfNumber(CURVE_ORDER + 1n)],
    ['all ones', new Uint8Array(32).fill(255)],
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['33 bytes', new Uint8Array(33).fill(1)],
    ['nothing', new Uint8Array()],
    ['a string', '11'.repeat(16)],
    ['an array', Array.from({ length: 32 }, () => 1)],
    ['undefined', undefined],
  ])('are refused: %s', (_, scalar) => {
    expect(() => copyScalar(scalar as Uint8Array)).toThrow(refusal);
    expect(() => publicKeyFromScalar(scalar as Uint8Array)).toThrow(refusal);
  });
});

it('has the parameters of the ready-made P-256', () => {
  expect(p256Point().CURVE()).toEqual(p256.Point.CURVE());
  expect(p256Point().BASE.toHex()).toBe(p256.Point.BASE.toHex());
});
