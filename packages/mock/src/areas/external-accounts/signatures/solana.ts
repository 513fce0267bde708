import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/**
 * Maximum length of a base58 string: longer ones encode neither a key of 32 nor a signature of 64
 * bytes, and are slow to decode.
 */
const TEXT_LIMIT = 100;

/** Returns whether the key of a Solana address signed a message; the signature is base58 text. */
export function isSignedBySolana(message: string, signature: string, address: string): boolean {
  if (signature.length > TEXT_LIMIT || address.length > TEXT_LIMIT) return false;
  try {
    const [signed, key] = [base58.decode(signature), base58.decode(address)];
    return ed25519.verify(signed, utf8ToBytes(message), key);
  } catch {
    return false;
  }
}
