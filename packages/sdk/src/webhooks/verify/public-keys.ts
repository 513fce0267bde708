import { base64urlToBytes, bytesToHex } from '@org/payments-crypto';
import { WebhookError } from '../webhook-error.ts';
import { VerificationKey } from './verification-key.ts';

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
    return base64urlToBytes(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
  } catch {
    return undefined;
  }
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
