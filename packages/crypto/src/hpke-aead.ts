import { Aes256Gcm } from '@hpke/core';
import { openssl } from '#openssl';
import { viewOf } from './hpke-kdf.ts';
import { webCrypto } from './platform.ts';
import type { Secrets } from './secrets.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;
type Context = ReturnType<Aes256Gcm['createEncryptionContext']>;

function copyOf(bytes: Bytes): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(viewOf(bytes));
}

function parameters(iv: Bytes, aad: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv: copyOf(iv), additionalData: copyOf(aad) };
}

/** AES-256-GCM by OpenSSL in one step, or by the functions of WebCrypto that were captured. */
class KeptContext implements Context {
  readonly #key: Uint8Array<ArrayBuffer>;
  readonly #secrets: Secrets;

  constructor(key: Uint8Array<ArrayBuffer>, secrets: Secrets) {
    this.#key = key;
    this.#secrets = secrets;
  }

  #import(usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
    return webCrypto().importKey('raw', this.#key, 'AES-GCM', false, [usage]);
  }

  async seal(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    return (
      openssl()?.encrypt(this.#key, viewOf(iv), viewOf(data), viewOf(aad)) ??
      (await webCrypto().encrypt(parameters(iv, aad), await this.#import('encrypt'), copyOf(data)))
    );
  }

  async open(iv: Bytes, data: Bytes, aad: Bytes): Promise<ArrayBuffer> {
    return (
      openssl()?.decrypt(this.#key, viewOf(iv), viewOf(data), viewOf(aad), this.#secrets) ??
      (await webCrypto().decrypt(parameters(iv, aad), await this.#import('decrypt'), copyOf(data)))
    );
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
    return new KeptContext(this.#secrets.keep(copyOf(key)), this.#secrets);
  }
}
