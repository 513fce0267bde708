import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { bytesOfNumber, HIGHEST_SCALAR, LOWEST_SCALAR } from '../scripts/vectors/material.ts';
import { CURVE_ORDER } from './constants.ts';
import { describeOnBothEngines } from './engines.fixture.ts';
import { copyScalar, publicKeyFromScalar } from './scalar.ts';

const refusal = expect.objectContaining({ code: 'INVALID_SCALAR' });

describeOnBothEngines('scalars', () => {
  it('have the public keys of OpenSSL', () => {
    for (let round = 0; round < 10; round += 1) {
      const ecdh = createECDH('prime256v1');
      ecdh.setPrivateKey(randomBytes(32));
      const scalar = Uint8Array.from(ecdh.getPrivateKey());
      expect(publicKeyFromScalar(scalar)).toBe(ecdh.getPublicKey('hex', 'compressed'));
    }
  });

  it('have these public keys at the ends of the range (SEC 2: G and -G)', () => {
    const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    expect(publicKeyFromScalar(LOWEST_SCALAR)).toBe(`03${x}`);
    expect(publicKeyFromScalar(HIGHEST_SCALAR)).toBe(`02${x}`);
  });

  it('are copied, not kept', () => {
    const scalar = bytesOfNumber(7n);
    const copy = copyScalar(scalar);
    copy.fill(0);
    expect(scalar).toEqual(bytesOfNumber(7n));
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
