import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, beforeEach, describe, vi } from 'vitest';
import { CURVE_ORDER } from '../src/constants.ts';
import { bytesToHex, hexToBytes } from '../src/hex.ts';

/** A scalar that is the same on every run, by name. It is public: never use it elsewhere. */
export function namedScalar(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(sha256(new TextEncoder().encode(`test scalar: ${name}`)));
}

/** A number as 32 bytes, big-endian. */
export function bytesOfNumber(value: bigint): Uint8Array<ArrayBuffer> {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

/** The scalars at the ends of the valid range. */
export const LOWEST_SCALAR = bytesOfNumber(1n);
export const HIGHEST_SCALAR = bytesOfNumber(CURVE_ORDER - 1n);

/** A copy with one bit changed. */
export function flipBit(bytes: Uint8Array, bit: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
  return copy;
}

/** Concatenates byte strings. */
export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return hexToBytes(parts.map(bytesToHex).join(''));
}

/** Runs a suite twice: with `node:crypto`, and with it hidden, as in a browser. */
export function describeOnBothEngines(name: string, suite: () => void): void {
  describe(`${name}, with node:crypto`, suite);
  describe(`${name}, with WebCrypto alone`, () => {
    beforeEach(() => {
      vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });
    suite();
  });
}
