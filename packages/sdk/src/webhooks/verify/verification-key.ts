import { WebhookError } from '../webhook-error.ts';

/** A signature in both of its forms, read from strict DER. */
export interface Signature {
  readonly der: Uint8Array<ArrayBuffer>;
  /** r then s, 32 bytes each. */
  readonly raw: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Check = (signature: Signature, message: Bytes) => boolean | Promise<boolean>;

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** The check of OpenSSL, without the thread and the promises that WebCrypto needs. */
function nodeCheck(spki: Bytes): Check | undefined {
  // Not an import, which a bundler for workers would follow.
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  // Runtimes that have only a part of `node:crypto` use WebCrypto.
  if (typeof crypto?.KeyObject?.prototype?.toCryptoKey !== 'function') return undefined;
  const key = crypto.createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return ({ der }, message) => crypto.verify('sha256', message, key, der);
}

async function webCheck(spki: Bytes): Promise<Check> {
  const key = await crypto.subtle.importKey('spki', spki, ECDSA_P256, false, ['verify']);
  return ({ raw }, message) => crypto.subtle.verify(ECDSA_SHA256, key, raw, message);
}

/** A P-256 key that verifies signatures; it is imported at first use. */
export class VerificationKey {
  readonly #spki: Bytes;
  #check: Check | undefined;

  /** @param spki SubjectPublicKeyInfo of a P-256 key with an uncompressed point */
  constructor(spki: Bytes) {
    this.#spki = spki;
  }

  /**
   * Whether the key made a signature over a message.
   *
   * @throws WebhookError `WEBHOOK_PUBLIC_KEY_INVALID` for a point that is not on the curve
   */
  async verifies(signature: Signature, message: Bytes): Promise<boolean> {
    this.#check ??= await this.#import();
    return this.#check(signature, message);
  }

  async #import(): Promise<Check> {
    try {
      return nodeCheck(this.#spki) ?? (await webCheck(this.#spki));
    } catch (cause) {
      const message = 'A public key is not a point on the curve P-256.';
      throw new WebhookError('WEBHOOK_PUBLIC_KEY_INVALID', { message, cause });
    }
  }
}
