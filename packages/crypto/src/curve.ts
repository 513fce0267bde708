import { type WeierstrassPointCons, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { CURVE_ORDER } from './constants.ts';

let cached: WeierstrassPointCons<bigint> | undefined;

/**
 * The points of P-256 (SEC 2, section 2.4.2). Built from the parameters and on first use: the
 * library's ready-made `p256` is two thirds larger, because it includes signing and hashing, which
 * WebCrypto provides.
 */
export function p256Point(): WeierstrassPointCons<bigint> {
  cached ??= weierstrass({
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    n: CURVE_ORDER,
    h: 1n,
    a: 0xffffffff00000001000000000000000000000000fffffffffffffffffffffffcn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  });
  return cached;
}
