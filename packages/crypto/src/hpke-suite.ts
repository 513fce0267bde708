import { Dhkem, type DhkemPrimitives, KemId } from '@hpke/common';
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { openssl } from '#openssl';
import { exportEcdhPoint, generateEcdhPair, sharedSecret } from './ecdh.ts';
import { ReceivedKey } from './key-forms.ts';
import { webCrypto } from './platform.ts';
import type { Secrets } from './secrets.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

/** The bytes of a buffer or of a view, not copied. */
function viewOf(bytes: Bytes): Uint8Array {
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
class KeptAes256Gcm extends Aes256Gcm {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    super();
    this.#secrets = secrets;
  }

  override createEncryptionContext(key: Bytes): Context {
    return new KeptContext(this.#secrets.keep(copyOf(key)), this.#secrets);
  }
}

function unsupported(): never {
  throw new TypeError('This KEM takes key pairs and does not read or derive private keys.');
}

/** The functions of a curve that DHKEM needs, for P-256 on the platform's keys. */
function primitives(secrets: Secrets): DhkemPrimitives {
  return {
    serializePublicKey: exportEcdhPoint,
    deserializePublicKey: async (point) => new ReceivedKey(Uint8Array.from(viewOf(point))),
    generateKeyPair: generateEcdhPair,
    dh: async (privateKey, publicKey) => secrets.keep(await sharedSecret(privateKey, publicKey)),
    serializePrivateKey: unsupported,
    deserializePrivateKey: unsupported,
    importKey: unsupported,
    deriveKeyPair: unsupported,
    derivePublicKey: unsupported,
  };
}

/** DHKEM(P-256, HKDF-SHA256), RFC 9180, section 4.1: the library's, over the platform's keys. */
export class PlatformKem extends Dhkem {
  override readonly secretSize = 32;
  override readonly encSize = 65;
  override readonly publicKeySize = 65;
  override readonly privateKeySize = 32;

  constructor(secrets: Secrets) {
    super(KemId.DhkemP256HkdfSha256, primitives(secrets), new KeptHkdf(secrets));
  }
}

/**
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM for one message. The caller overwrites the
 * secrets afterwards: shared secrets, key schedule and message key are all among them.
 */
export function hpkeSuite(secrets: Secrets): CipherSuite {
  return new CipherSuite({
    kem: new PlatformKem(secrets),
    kdf: new KeptHkdf(secrets),
    aead: new KeptAes256Gcm(secrets),
  });
}
