import { secp256k1 } from '@noble/curves/secp256k1.js';

/** A signature, with the recovery id that selects one of the possible keys. */
export interface RecoverableSignature {
  /** The numbers r and s, 64 bytes. */
  readonly compact: Uint8Array;
  /** 0 to 3. */
  readonly recovery: number;
}

/**
 * Returns the secp256k1 key that signed a digest, uncompressed, 65 bytes; undefined for an invalid
 * signature.
 */
export function recoverKey(
  { compact, recovery }: RecoverableSignature,
  digest: Uint8Array,
): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    return signature.recoverPublicKey(digest).toBytes(false);
  } catch {
    return undefined;
  }
}

/** Returns the compressed form of an uncompressed key, 33 bytes. */
export function compressed(key: Uint8Array): Uint8Array {
  return secp256k1.Point.fromBytes(key).toBytes(true);
}
