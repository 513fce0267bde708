import { p256 } from '@noble/curves/nist.js';
import { decompressPoint, hexToBytes } from '@org/payments-crypto';
import type { Settings } from '../options/settings.ts';
import { Random } from '../random.ts';
import type { Writer } from '../store/writer.ts';
import type { World } from '../world.ts';
import { webhookKeys } from './tables.ts';

/** SubjectPublicKeyInfo of an uncompressed P-256 point, up to the point (RFC 5480). */
const SPKI_PREFIX = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const PEM_LINE = /.{1,64}/g;

/** A key of a mock's deliveries; the same seed produces the same keys and the same signatures. */
export interface WebhookKey {
  /** PEM SubjectPublicKeyInfo. */
  readonly publicKey: string;
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

function makeKey({ seed, choices }: Settings, label: string): WebhookKey {
  const { scalar, publicKey } = new Random(seed).keyPair(label);
  return {
    publicKey: pem(decompressPoint(hexToBytes(publicKey))),
    sign(body) {
      const signature = p256.sign(new TextEncoder().encode(body), scalar, { format: 'der' });
      const text = base64(signature);
      return choices.webhookSignature === 'base64' ? text : JSON.stringify({ v: '1', s: text });
    },
  };
}

const FIRST_KEY = 'webhook-key';

const known = new WeakMap<Settings, Map<string, WebhookKey>>();

function keyOf(settings: Settings, label: string): WebhookKey {
  const keys = known.get(settings) ?? new Map<string, WebhookKey>();
  known.set(settings, keys);
  const key = keys.get(label) ?? makeKey(settings, label);
  keys.set(label, key);
  return key;
}

function labels(world: World): readonly string[] {
  const rotated = webhookKeys.in(world).all();
  return [FIRST_KEY, ...rotated.map(({ id }) => id)].reverse();
}

export function webhookKey(world: World): WebhookKey {
  const [current = FIRST_KEY] = labels(world);
  return keyOf(world.settings, current);
}

/** Returns the public keys that a mock has signed with, the current one first. */
export function publicKeysOf(world: World): readonly string[] {
  return labels(world).map((label) => keyOf(world.settings, label).publicKey);
}

export function rotateKey(world: World, write: Writer): WebhookKey {
  write.insert(webhookKeys, { id: `webhook-key/${webhookKeys.in(world).size + 1}` });
  return webhookKey(world);
}
