import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

function view(bytes: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/**
 * HKDF-SHA256 for the key schedule, computed in place. WebCrypto would take ten asynchronous hops
 * for a handful of hash blocks, which is a third of the time of an opening.
 */
export function inlineHkdf(): HkdfSha256 {
  const kdf = new HkdfSha256();
  kdf.extract = async (salt, ikm) => Uint8Array.from(hmac(sha256, view(salt), view(ikm))).buffer;
  kdf.extractAndExpand = async (salt, ikm, info, length) =>
    Uint8Array.from(hkdf(sha256, view(ikm), view(salt), view(info), length)).buffer;
  return kdf;
}

let cached: CipherSuite | undefined;

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM: built on first use, then kept. */
export function hpkeSuite(): CipherSuite {
  cached ??= new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: inlineHkdf(),
    aead: new Aes256Gcm(),
  });
  return cached;
}
