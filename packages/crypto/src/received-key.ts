import { ECDH_P256 } from './constants.ts';

/**
 * A public key for key agreement on P-256 that came with a message, as the point that it is. It is
 * imported where a secret is computed with it: OpenSSL does without a CryptoKey, which would take as
 * long to create as the point to import.
 */
export class ReceivedKey implements CryptoKey {
  readonly algorithm = ECDH_P256;
  readonly extractable = true;
  readonly type = 'public';
  readonly usages: KeyUsage[] = [];
  /** Uncompressed. */
  readonly point: Uint8Array<ArrayBuffer>;

  constructor(point: Uint8Array<ArrayBuffer>) {
    this.point = point;
  }
}
