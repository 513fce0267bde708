import { CipherSuite } from '@hpke/core';
import { KeptAes256Gcm } from './hpke-aead.ts';
import { KeptHkdf } from './hpke-kdf.ts';
import { PlatformKem } from './hpke-kem.ts';
import type { Secrets } from './secrets.ts';

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
