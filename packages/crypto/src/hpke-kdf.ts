import { HkdfSha256 } from '@hpke/core';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Secrets } from './secrets.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

/** The bytes of a buffer or of a view, not copied. */
export function viewOf(bytes: Bytes): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/**
 * HKDF-SHA256 for the key schedule, computed in place: WebCrypto would take ten asynchronous hops
 * for a handful of hash blocks, which is a third of the time of an opening. Its inputs and outputs
 * are kept among the secrets, and overwritten with them.
 */
export class KeptHkdf extends HkdfSha256 {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    super();
    this.#secrets = secrets;
  }

  override async extract(salt: Bytes, ikm: Bytes): Promise<ArrayBuffer> {
    const input = this.#secrets.keep(viewOf(ikm));
    return this.#kept(hmac(sha256, viewOf(salt), input));
  }

  override async extractAndExpand(
    salt: Bytes,
    ikm: Bytes,
    info: Bytes,
    length: number,
  ): Promise<ArrayBuffer> {
    const input = this.#secrets.keep(viewOf(ikm));
    return this.#kept(hkdf(sha256, input, viewOf(salt), viewOf(info), length));
  }

  /** Returns an exact buffer; the hash may have returned a view of a longer one. */
  #kept(output: Uint8Array): ArrayBuffer {
    this.#secrets.keep(output);
    return this.#secrets.keep(Uint8Array.from(output).buffer);
  }
}
