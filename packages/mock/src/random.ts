import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, publicKeyFromScalar } from '@org/payments-crypto';

/** How often each label has been drawn; with the seed, the whole state of the randomness. */
export type RandomState = Record<string, number>;

const SCALAR_BYTES = 32;

const encoder = new TextEncoder();

/** The highest of the suffixes 000 to 199, which the tables of outcomes use or reserve. */
const outcomeSuffix = /(?<=[01]\d)\d$/;

export const EXPORT_KEY = 'wallet-export-key';

/** The label of the key that signs what one-time codes are sealed to. */
export const CODE_KEY = 'code-target-key';

export function randomSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(6)));
}

function keyedWith(seed: string | number): ReturnType<typeof hmac.create> {
  return hmac.create(sha256, sha256(encoder.encode(String(seed))));
}

/**
 * Reproducible randomness: HMAC-SHA256 under the seed, over a label and how often that label has
 * been drawn. Labels are independent: one more card does not change a customer's id.
 */
export class Random {
  /** HMAC-SHA256 that has taken the key: its copies do not hash the key's blocks again. */
  #keyed: ReturnType<typeof hmac.create>;
  #seed: string | number;
  #drawn: RandomState = {};

  constructor(seed: string | number) {
    this.#seed = seed;
    this.#keyed = keyedWith(seed);
  }

  get seed(): string | number {
    return this.#seed;
  }

  set seed(seed: string | number) {
    this.#seed = seed;
    this.#keyed = keyedWith(seed);
  }

  get state(): RandomState {
    return { ...this.#drawn };
  }

  set state(drawn: RandomState) {
    this.#drawn = { ...drawn };
  }

  bytes(label: string, length: number): Uint8Array<ArrayBuffer> {
    const count = this.#drawn[label] ?? 0;
    this.#drawn[label] = count + 1;
    const bytes = new Uint8Array(length);
    for (let start = 0; start < length; start += SCALAR_BYTES) {
      bytes.set(this.#code(`${label}/${count}/${start}`).subarray(0, length - start), start);
    }
    return bytes;
  }

  /** Returns the bytes of a label that are the same every time, for keys that are not stored in a table. */
  fixed(label: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#code(`fixed/${label}`));
  }

  hex(label: string, length: number): string {
    return bytesToHex(this.bytes(label, length));
  }

  /** Returns a version 4 UUID without a suffix of the sandbox's outcomes (rule 81), so that none depends on chance. */
  uuid(label: string): string {
    const bytes = this.bytes(label, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytesToHex(bytes)
      .replace(outcomeSuffix, 'a')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** Returns a number from 0 up to, and without, 1. */
  fraction(label: string): number {
    return new DataView(this.bytes(label, 4).buffer).getUint32(0) / 2 ** 32;
  }

  /** Returns a P-256 scalar, with its public key in compressed hex. */
  keyPair(label: string): { readonly scalar: Uint8Array<ArrayBuffer>; readonly publicKey: string } {
    for (;;) {
      const scalar = this.bytes(label, SCALAR_BYTES);
      try {
        return { scalar, publicKey: publicKeyFromScalar(scalar) };
      } catch {
        // One in 2^32 draws is not a valid scalar; the next one is.
      }
    }
  }

  #code(message: string): Uint8Array {
    return this.#keyed.clone().update(encoder.encode(message)).digest();
  }
}
