import { Aes256Gcm } from '@hpke/core';
import { viewOf } from './hpke-kdf.ts';
import { nodeCrypto, webCrypto } from './platform.ts';
import type { Secrets } from './secrets.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;
type Context = ReturnType<Aes256Gcm['createEncryptionContext']>;

const TAG_BYTES = 16;

function copyOf(bytes: Bytes): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(viewOf(bytes));
}

/** AES-256-GCM by OpenSSL, in one step. */
class OpensslContext implements Context {
  readonly #key: Uint8Array;
  readonly #secrets: Secrets;
  readonly #openssl: NonNullable<ReturnType<typeof nodeCrypto>>;

  constructor(
    openssl: NonNullable<ReturnType<typeof nodeCrypto>>,
    key: Uint8Array,
    secrets: Secrets,
  ) {
    this.#openssl = openssl;
    this.#key = key;
    this.#secrets = secrets;
  }

  async seal(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    const cipher = this.#openssl.createCipheriv('aes-256-gcm', this.#key, viewOf(iv));
    cipher.setAAD(viewOf(aad));
    const body = cipher.update(viewOf(data));
    cipher.final();
    return Uint8Array.of(...body, ...cipher.getAuthTag()).buffer;
  }

  async open(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    const options = { authTagLength: TAG_BYTES };
    const bytes = viewOf(data);
    const cipher = this.#openssl.createDecipheriv('aes-256-gcm', this.#key, viewOf(iv), options);
    cipher.setAAD(viewOf(aad)).setAuthTag(bytes.subarray(-TAG_BYTES));
    // Not authentic until `final` returns: if the tag is wrong, it is overwritten without being
    // used.
    const body = this.#secrets.keep(cipher.update(bytes.subarray(0, -TAG_BYTES)));
    cipher.final();
    return Uint8Array.from(body).buffer;
  }
}

/** AES-256-GCM by WebCrypto, through the functions captured at load. */
class WebContext implements Context {
  readonly #key: Uint8Array<ArrayBuffer>;

  constructor(key: Uint8Array<ArrayBuffer>) {
    this.#key = key;
  }

  #import(usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
    return webCrypto().importKey('raw', this.#key, 'AES-GCM', false, [usage]);
  }

  async seal(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    const algorithm = { name: 'AES-GCM', iv: copyOf(iv), additionalData: copyOf(aad) };
    return await webCrypto().encrypt(algorithm, await this.#import('encrypt'), copyOf(data));
  }

  async open(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    const algorithm = { name: 'AES-GCM', iv: copyOf(iv), additionalData: copyOf(aad) };
    return await webCrypto().decrypt(algorithm, await this.#import('decrypt'), copyOf(data));
  }
}

/** AES-256-GCM for one message, whose key is overwritten with the secrets. */
export class KeptAes256Gcm extends Aes256Gcm {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    super();
    this.#secrets = secrets;
  }

  override createEncryptionContext(key: Bytes): Context {
    const kept = this.#secrets.keep(copyOf(key));
    const openssl = nodeCrypto();
    return openssl === undefined
      ? new WebContext(kept)
      : new OpensslContext(openssl, kept, this.#secrets);
  }
}
