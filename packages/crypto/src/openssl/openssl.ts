import type { KeyObject } from 'node:crypto';
import { ECDH_P256, ECDSA_P256 } from '../constants.ts';
import { CryptoError } from '../crypto-error.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import {
  encodePkcs8WithoutPoint,
  type ImportedKey,
  ReceivedKey,
  SELF_CHECK_REFUSAL,
} from '../key-forms.ts';
import { lowSDer } from '../low-s.ts';
import { type Secrets, wipe } from '../secrets.ts';

interface EcdhKey {
  readonly key: KeyObject;
  /** The uncompressed point of a public key, once somebody has asked for it. */
  point?: Uint8Array;
}

/** OpenSSL's key behind each ECDH key that was created here; Node cannot convert others back. */
const ecdhKeys = new WeakMap<CryptoKey, EcdhKey>();

/**
 * Creates the CryptoKey for key agreement of an OpenSSL key, and remembers the OpenSSL key. A
 * public key is extractable, a private key is not.
 */
function toEcdhKey(key: KeyObject): CryptoKey {
  const isPublic = key.type === 'public';
  const made = key.toCryptoKey(ECDH_P256, isPublic, isPublic ? [] : ['deriveBits']) as CryptoKey;
  ecdhKeys.set(made, { key });
  return made;
}

/** The uncompressed point of a public key of OpenSSL. */
function pointOfKeyObject(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Uint8Array.of(4, ...Buffer.from(x, 'base64url'), ...Buffer.from(y, 'base64url'));
}

type NodeCrypto = typeof import('node:crypto');

const CURVE = 'prime256v1';
/** SubjectPublicKeyInfo of a P-256 key, up to the 65-byte point. */
const SPKI_BEFORE_POINT = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;

/** What OpenSSL does for this package: the same as WebCrypto, in place and in less time. */
export class Openssl {
  readonly #crypto: NodeCrypto;

  constructor(crypto: NodeCrypto) {
    this.#crypto = crypto;
  }

  /** A fresh pair for key agreement, its private key not extractable. */
  generateEcdhPair(): CryptoKeyPair {
    const pair = this.#crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { privateKey: toEcdhKey(pair.privateKey), publicKey: toEcdhKey(pair.publicKey) };
  }

  /** A public key for key agreement, from its uncompressed point. */
  importEcdhPoint(point: Uint8Array): CryptoKey {
    return toEcdhKey(this.#publicKey(point));
  }

  /** A private key for key agreement, from PKCS#8, which the caller wipes. */
  importEcdhPrivateKey({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): CryptoKey {
    const key = Buffer.from(buffer, byteOffset, byteLength);
    return toEcdhKey(this.#crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  }

  /** The uncompressed point of a public key; undefined for a key that was created elsewhere. */
  pointOf(key: CryptoKey): ArrayBuffer | undefined {
    const known = ecdhKeys.get(key);
    if (known === undefined) return undefined;
    known.point ??= pointOfKeyObject(known.key);
    return Uint8Array.from(known.point).buffer;
  }

  /** The secret that two keys agree on; undefined for keys that were created elsewhere. */
  sharedSecret(ours: CryptoKey, theirs: CryptoKey): ArrayBuffer | undefined {
    const privateKey = ecdhKeys.get(ours)?.key;
    if (privateKey === undefined) return undefined;
    const isReceived = theirs instanceof ReceivedKey;
    const publicKey = isReceived ? this.#publicKey(theirs.point) : ecdhKeys.get(theirs)?.key;
    if (publicKey === undefined) return undefined;
    const secret = this.#crypto.diffieHellman({ privateKey, publicKey });
    const copy = Uint8Array.from(secret).buffer;
    wipe(secret);
    return copy;
  }

  /** The uncompressed public point of a valid scalar. */
  pointOfScalar(scalar: Uint8Array): Uint8Array<ArrayBuffer> {
    const ecdh = this.#crypto.createECDH(CURVE);
    ecdh.setPrivateKey(scalar);
    return Uint8Array.from(ecdh.getPublicKey());
  }

  /** The other form of a point. Throws for one that is not on the curve. */
  convertPoint(point: Uint8Array, form: 'compressed' | 'uncompressed'): Uint8Array<ArrayBuffer> {
    const { convertKey } = this.#crypto.ECDH;
    return Uint8Array.from(convertKey(point, CURVE, undefined, undefined, form) as Buffer);
  }

  /**
   * A scalar as a key that signs in a third of WebCrypto's time; the key object stays inside the
   * closures. The key is imported without its point, so that OpenSSL derives it; a second derivation
   * must return the same point.
   *
   * @throws CryptoError `SELF_CHECK_FAILED`
   */
  importSigningKey(scalar: Uint8Array): ImportedKey {
    const crypto = this.#crypto;
    const pkcs8 = encodePkcs8WithoutPoint(scalar);
    try {
      const der = Buffer.from(pkcs8.buffer);
      const key = crypto.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      const point = pointOfKeyObject(crypto.createPublicKey(key));
      if (bytesToHex(point) !== bytesToHex(this.pointOfScalar(scalar))) {
        throw new CryptoError('SELF_CHECK_FAILED', SELF_CHECK_REFUSAL);
      }
      return {
        point,
        cryptoKey: () => key.toCryptoKey(ECDSA_P256, false, ['sign']) as CryptoKey,
        sign: (message) => lowSDer(crypto.sign('sha256', message, key).toString('hex')),
      };
    } finally {
      wipe(pkcs8);
    }
  }

  /** Whether a DER signature over a message was created by the key with this public point. */
  verifies(point: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
    return this.#crypto.verify('sha256', message, this.#publicKey(point), signature);
  }

  /** HMAC-SHA256. */
  hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
    return this.#crypto.createHmac('sha256', this.#secretKey(key)).update(data).digest();
  }

  /** HKDF-SHA256. */
  hkdf(ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer {
    return this.#crypto.hkdfSync('sha256', this.#secretKey(ikm), salt, info, length);
  }

  /** AES-256-GCM: the ciphertext, then its tag. */
  encrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array, aad: Uint8Array): ArrayBuffer {
    const cipher = this.#crypto.createCipheriv(CIPHER, this.#secretKey(key), iv).setAAD(aad);
    const body = cipher.update(data);
    cipher.final();
    return Uint8Array.of(...body, ...cipher.getAuthTag()).buffer;
  }

  /** The inverse of {@link encrypt}. Throws if the tag is wrong. */
  decrypt(
    key: Uint8Array,
    iv: Uint8Array,
    data: Uint8Array,
    aad: Uint8Array,
    secrets: Secrets,
  ): ArrayBuffer {
    const options = { authTagLength: TAG_BYTES };
    const cipher = this.#crypto.createDecipheriv(CIPHER, this.#secretKey(key), iv, options);
    cipher.setAAD(aad).setAuthTag(data.subarray(-TAG_BYTES));
    // Not authentic until `final` returns: if the tag is wrong, it is overwritten without being
    // used.
    const body = secrets.keep(cipher.update(data.subarray(0, -TAG_BYTES)));
    cipher.final();
    return Uint8Array.from(body).buffer;
  }

  /**
   * A secret as a key object: Node 24.21 finds out that a buffer is none by catching an error, whose
   * stack trace takes as long as what is done with the key.
   */
  #secretKey(secret: Uint8Array): KeyObject {
    return this.#crypto.createSecretKey(secret);
  }

  #publicKey(point: Uint8Array): KeyObject {
    const key = Buffer.concat([hexToBytes(SPKI_BEFORE_POINT), point]);
    return this.#crypto.createPublicKey({ key, format: 'der', type: 'spki' });
  }
}

/**
 * OpenSSL through `node:crypto`, or undefined if there is none. Found at run time, so that this form
 * also serves runtimes without it, and bundlers do not find an import that they cannot resolve.
 */
export function openssl(): Openssl | undefined {
  if (typeof process === 'undefined') return undefined;
  const crypto = process.getBuiltinModule?.('node:crypto');
  const isComplete = typeof crypto?.KeyObject?.prototype?.toCryptoKey === 'function';
  return isComplete ? new Openssl(crypto) : undefined;
}
