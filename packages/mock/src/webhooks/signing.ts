import { p256 } from '@noble/curves/nist.js';
import { decompressPoint, hexToBytes } from '@org/payments-crypto';
import { Random } from '../random.ts';
import type { Settings } from '../settings.ts';

/** The header of a delivery that carries its signature. */
export const WEBHOOK_SIGNATURE_HEADER = 'X-Service-Signature';

/** SubjectPublicKeyInfo of an uncompressed P-256 point, up to the point (RFC 5480). */
const SPKI_PREFIX = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const PEM_LINE = /.{1,64}/g;

/** The key of a mock's deliveries; the same seed makes the same key. */
export interface WebhookKey {
  /** PEM SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** Returns the value of the signature header for a raw body. */
  sign(body: string): string;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function pem(point: Uint8Array): string {
  const text = base64(Uint8Array.from([...hexToBytes(SPKI_PREFIX), ...point]));
  const lines = text.match(PEM_LINE) ?? [];
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`;
}

const known = new WeakMap<Settings, WebhookKey>();

function makeKey({ seed, choices }: Settings): WebhookKey {
  const { scalar, publicKey } = new Random(seed).keyPair('webhook-key');
  return {
    publicKey: pem(decompressPoint(hexToBytes(publicKey))),
    sign(body) {
      const signature = p256.sign(new TextEncoder().encode(body), scalar, { format: 'der' });
      const text = base64(signature);
      return choices.webhookSignature === 'base64' ? text : JSON.stringify({ v: '1', s: text });
    },
  };
}

/** The key that signs the deliveries of a mock with these settings. */
export function webhookKey(settings: Settings): WebhookKey {
  const found = known.get(settings);
  if (found !== undefined) return found;
  const key = makeKey(settings);
  known.set(settings, key);
  return key;
}
