import { HkdfSha256 } from '@hpke/core';
import { openssl } from '#openssl';
import { webCrypto } from './platform.ts';
import type { Secrets } from './secrets.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

/** The bytes of a buffer or of a view, not copied. */
export function viewOf(bytes: Bytes): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/**
 * HKDF-SHA256 for the key schedule: by OpenSSL in place, which spares ten asynchronous hops for a
 * handful of hash blocks, or the library's over the captured functions of WebCrypto. Inputs and
 * outputs are kept among the secrets, and overwritten with them.
 */
export class KeptHkdf extends HkdfSha256 {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    super();
    this.#secrets = secrets;
  }

  /** The library would otherwise look for WebCrypto when it is used. */
  protected override async _setup(): Promise<void> {
    this._api = webCrypto() as SubtleCrypto;
  }

  override async extract(salt: Bytes, ikm: Bytes): Promise<ArrayBuffer> {
    const input = this.#copyOf(ikm);
    const output =
      openssl()?.hmac(viewOf(salt), input) ?? (await super.extract(salt, input.buffer));
    return this.#copyOf(output).buffer;
  }

  override async extractAndExpand(
    salt: Bytes,
    ikm: Bytes,
    info: Bytes,
    length: number,
  ): Promise<ArrayBuffer> {
    const input = this.#copyOf(ikm);
    const output =
      openssl()?.hkdf(input, viewOf(salt), viewOf(info), length) ??
      (await super.extractAndExpand(salt, input.buffer, info, length));
    return this.#copyOf(output).buffer;
  }

  /**
   * Keeps bytes and an exact copy of them, which it returns: the library takes a whole buffer as it
   * is, and makes copies of a view that nothing overwrites.
   */
  #copyOf(bytes: Bytes): Uint8Array<ArrayBuffer> {
    return this.#secrets.keep(Uint8Array.from(this.#secrets.keep(viewOf(bytes))));
  }
}
