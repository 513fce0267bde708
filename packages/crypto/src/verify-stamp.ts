import { openssl } from '#openssl';
import { STAMP_SCHEME } from './constants.ts';
import { base64urlToBytes } from './decode-base64url.ts';
import { verifyRaw } from './ecdsa.ts';
import { hexToBytes } from './hex.ts';
import { decompressPoint } from './point.ts';
import { derSignatureToRaw } from './signature.ts';
import { payloadBytes } from './stamp.ts';

/**
 * Whether a signature over a message was created by the key with this public point. Low and high s
 * are both accepted.
 *
 * @param point uncompressed, 65 bytes
 * @param signature strict DER
 */
export async function verifySignature(
  point: Uint8Array<ArrayBuffer>,
  signature: Uint8Array,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const verified = openssl()?.verifies(point, signature, message);
  if (verified !== undefined) return verified;
  return verifyRaw(point, derSignatureToRaw(signature), message);
}

/** Why a stamp is refused: the first check it fails, in this order. */
export type StampRefusal =
  | 'not-base64url'
  | 'not-json'
  | 'wrong-keys'
  | 'wrong-scheme'
  | 'bad-public-key'
  | 'bad-signature-encoding'
  | 'signature-mismatch';

/** The outcome of {@link verifyStamp}. */
export type StampVerification =
  | { readonly valid: true; readonly publicKey: string; readonly reason: undefined }
  | {
      readonly valid: false;
      /** The claimed key, once it is known to be a key. The stamp does not prove it. */
      readonly publicKey: string | undefined;
      readonly reason: StampRefusal;
    };

const KEYS = 'publicKey,scheme,signature';
const LOWERCASE_HEX = /^[0-9a-f]*$/;

/** The value of a step, or undefined when it throws. */
function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lowercaseHexToBytes(value: unknown): Uint8Array<ArrayBuffer> {
  if (typeof value !== 'string' || !LOWERCASE_HEX.test(value)) throw new TypeError();
  return hexToBytes(value);
}

function strictDer(signature: Uint8Array): Uint8Array {
  derSignatureToRaw(signature);
  return signature;
}

function refusal(reason: StampRefusal, publicKey?: string): StampVerification {
  return { valid: false, publicKey, reason };
}

/**
 * Verifies a stamp over a payload. Strict in form: unpadded canonical base64url, exactly the three
 * keys, lowercase hex, strict DER. Low and high s are both accepted. The caller decides which key
 * may stamp which payload: `publicKey` names the key that created the stamp.
 *
 * @throws CryptoError `INVALID_PAYLOAD` when the payload itself cannot be stamped
 *
 * @example
 * const { valid, publicKey } = await verifyStamp(stamp, payloadToSign);
 * const isSigned = valid && publicKey === expectedPublicKey;
 */
export async function verifyStamp(stamp: string, payload: string): Promise<StampVerification> {
  const message = payloadBytes(payload);
  const bytes = attempt(() => base64urlToBytes(stamp));
  if (bytes === undefined) return refusal('not-base64url');
  const json = attempt(() => parseJson(bytes));
  if (json === undefined) return refusal('not-json');
  if (!isRecord(json) || Object.keys(json).sort().join() !== KEYS) return refusal('wrong-keys');
  const { publicKey, scheme, signature } = json;
  if (scheme !== STAMP_SCHEME) return refusal('wrong-scheme');
  const point = attempt(() => decompressPoint(lowercaseHexToBytes(publicKey)));
  if (point === undefined || typeof publicKey !== 'string') return refusal('bad-public-key');
  const der = attempt(() => strictDer(lowercaseHexToBytes(signature)));
  if (der === undefined) return refusal('bad-signature-encoding', publicKey);
  const valid = await verifySignature(point, der, message);
  return valid ? { valid, publicKey, reason: undefined } : refusal('signature-mismatch', publicKey);
}
