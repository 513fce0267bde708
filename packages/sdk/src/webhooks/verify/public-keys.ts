import { base64urlToBytes, bytesToHex } from '@org/payments-crypto';
import { WebhookError } from '../webhook-error.ts';

/**
 * One PEM SubjectPublicKeyInfo or several; a string may also hold several PEM blocks. Those of several
 * that are undefined or empty are left out, such as a second key outside a rotation.
 */
export type PublicKeys = string | readonly (string | undefined)[];

/** SubjectPublicKeyInfo of a P-256 key with an uncompressed point, up to the point's coordinates. */
const P256_SPKI = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';
const P256_SPKI_BYTES = 91;

const block = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;
/** Texts whose keys are kept, so that each key is read and imported once. */
const MAX_KEPT = 64;
const kept = new Map<string, readonly VerificationKey[]>();

function invalid(message: string): WebhookError {
  return new WebhookError('WEBHOOK_PUBLIC_KEY_INVALID', { message });
}

/** Decodes standard base64 with or without padding; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return base64urlToBytes(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  } catch {
    // Bits are left over behind its last byte.
  }
  return undefined;
}

function checkLabel(label: string, where: string): void {
  if (label === 'PUBLIC KEY') return;
  if (label.includes('PRIVATE')) {
    throw invalid(`${where} is a private key. Webhooks are verified with the public key.`);
  }
  throw invalid(`${where} is a PEM of type ${label}; expected PUBLIC KEY.`);
}

function checkCurve(spki: Uint8Array | undefined, where: string): asserts spki {
  if (spki === undefined) throw invalid(`${where} does not hold base64.`);
  const isP256 = bytesToHex(spki).startsWith(P256_SPKI) && spki.length === P256_SPKI_BYTES;
  if (!isP256) throw invalid(`${where} is not a P-256 key with an uncompressed point.`);
}

function keysOf(text: string, where: string): readonly VerificationKey[] {
  const blocks = [...text.replaceAll('\\n', '\n').matchAll(block)];
  if (blocks.length === 0) throw invalid(`${where} is not PEM text.`);
  return blocks.map(([, label = '', content = '']) => {
    checkLabel(label, where);
    const spki = decodeBase64(content.replaceAll(/\s/g, ''));
    checkCurve(spki, where);
    return new VerificationKey(spki);
  });
}

/**
 * Reads the public keys that are set from PEM. Line breaks written as `\n`, as environment
 * variables often hold them, are accepted.
 *
 * @returns none if every key is missing, as when a framework builds without its variables
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_INVALID`; the message names the key, never its text
 */
export function readGivenKeys(publicKeys: PublicKeys | undefined): VerificationKey[] {
  const texts: readonly unknown[] = Array.isArray(publicKeys) ? publicKeys : [publicKeys];
  return texts.flatMap((text, index) => {
    if (text === undefined || text === '') return [];
    const where = `publicKeys[${index}]`;
    if (typeof text !== 'string') throw invalid(`${where} is not a string.`);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const keys = keysOf(text, where);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(text, keys);
    return keys;
  });
}

/**
 * Reads one or more public keys from PEM.
 *
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_MISSING`, `WEBHOOK_PUBLIC_KEY_INVALID`
 */
export function readPublicKeys(publicKeys: PublicKeys | undefined): VerificationKey[] {
  const keys = readGivenKeys(publicKeys);
  if (keys.length === 0) throw new WebhookError('WEBHOOK_PUBLIC_KEY_MISSING');
  return keys;
}

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
