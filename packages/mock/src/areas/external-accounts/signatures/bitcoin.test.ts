import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32m } from '@scure/base';
import { expect, test } from 'vitest';
import { isSignedBySpark } from './bitcoin.ts';

/**
 * A key, a message and its signature, published by implementations of Bitcoin's message signing.
 */
const published = {
  wif: 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1',
  message: 'This is an example of a signed message.',
  signature:
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
} as const;

/**
 * Returns the Spark address whose identity key belongs to a private key in wallet import format.
 */
function sparkAddress(wif: string): string {
  const scalar = base58check(sha256).decode(wif).subarray(1, 33);
  const key = secp256k1.getPublicKey(scalar);
  return bech32m.encode('spark', bech32m.toWords(Uint8Array.of(0x0a, 33, ...key)), false);
}

test('a published signature verifies for its key and message, and not for another message', () => {
  const { message, signature, wif } = published;
  const address = sparkAddress(wif);
  expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(true);
  expect(isSignedBySpark(message, signature, address, 'electrum')).toBe(true);
  expect(isSignedBySpark(`${message}.`, signature, address, 'bip137')).toBe(false);
});

test('an address that is not a Spark address is never the signer', () => {
  const { message, signature } = published;
  const others = ['', '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV', `spark1${'q'.repeat(200)}`];
  for (const address of others) {
    expect(isSignedBySpark(message, signature, address, 'bip137')).toBe(false);
  }
});
