import { Dhkem, type DhkemPrimitives, KemId } from '@hpke/common';
import { CipherSuite } from '@hpke/core';
import { exportEcdhPoint, generateEcdhPair, importEcdhPoint, sharedSecret } from './ecdh.ts';
import { KeptAes256Gcm } from './hpke-aead.ts';
import { KeptHkdf, viewOf } from './hpke-kdf.ts';
import type { Secrets } from './secrets.ts';

function unsupported(): never {
  throw new TypeError('This KEM takes key pairs and does not read or derive private keys.');
}

/** The functions of a curve that DHKEM needs, for P-256 on the platform's keys. */
function primitives(secrets: Secrets): DhkemPrimitives {
  return {
    serializePublicKey: exportEcdhPoint,
    deserializePublicKey: (point) => importEcdhPoint(Uint8Array.from(viewOf(point))),
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
