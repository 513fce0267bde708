import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { nodeCrypto } from './platform.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

function view(bytes: Bytes): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}

/** HKDF-SHA256 by OpenSSL on Node: ten hops through the thread pool fewer for one opening. */
function hkdf(): HkdfSha256 {
  const openssl = nodeCrypto();
  const suiteHkdf = new HkdfSha256();
  if (openssl === undefined) return suiteHkdf;
  const { createHmac, hkdfSync } = openssl;
  suiteHkdf.extract = async (salt, ikm) => {
    const key = salt.byteLength === 0 ? new Uint8Array(suiteHkdf.hashSize) : view(salt);
    return Uint8Array.from(createHmac('sha256', key).update(view(ikm)).digest()).buffer;
  };
  suiteHkdf.extractAndExpand = async (salt, ikm, info, length) =>
    hkdfSync('sha256', view(ikm), view(salt), view(info), length);
  return suiteHkdf;
}

let cached: CipherSuite | undefined;

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM: built on first use, then kept. */
export function hpkeSuite(): CipherSuite {
  cached ??= new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: hkdf(),
    aead: new Aes256Gcm(),
  });
  return cached;
}
