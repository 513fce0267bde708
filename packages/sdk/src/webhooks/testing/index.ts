import type { EventType } from '@org/payments-contract';
import { type PlatformKey, rawSignatureToDer } from '@org/payments-crypto';
import { WEBHOOK_SIGNATURE_HEADER } from '../verify/signature-header.ts';

/** An event to sign. Fields that are left out are generated: a new id, and the current time. */
export interface TestEvent {
  /** The type; any text, to test what a later version of the service sends. */
  readonly type: EventType | (string & {});
  /** Names the event; pass it to sign a second delivery of the same event. */
  readonly id?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  /** The data of the event. */
  readonly data?: unknown;
}

/** A pair of keys for tests: the private key signs, the public key goes to `publicKeys`. */
export interface WebhookKeys {
  /** PEM SubjectPublicKeyInfo. */
  readonly publicKey: string;
  /** PEM PKCS#8. */
  readonly privateKey: string;
}

/** Options of {@link signEvent}. */
export interface SignEventOptions {
  /** Whether the header holds the bare signature, or the JSON text {v,s}. Default `bare`. */
  readonly header?: 'bare' | 'json' | undefined;
  /** Where the request goes. Default `https://platform.example/webhooks`. */
  readonly url?: string | undefined;
}

/** A signed event as the service would deliver it. */
export interface SignedEvent {
  /** The body, whose bytes are signed. */
  readonly body: string;
  /** The header fields of a delivery, with the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** Creates the request of one delivery; call it again for a repeated one. */
  request(): Request;
}

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;
const LINE = /.{1,64}/g;

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function pem(label: string, der: ArrayBuffer): string {
  const lines = base64(new Uint8Array(der)).match(LINE) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Generates a pair of keys for tests. */
export async function generateWebhookKeys(): Promise<WebhookKeys> {
  const pair = await crypto.subtle.generateKey(ECDSA_P256, true, ['sign', 'verify']);
  const { publicKey, privateKey } = pair;
  return {
    publicKey: pem('PUBLIC KEY', await crypto.subtle.exportKey('spki', publicKey)),
    privateKey: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)),
  };
}

async function importPrivateKey(text: string): Promise<CryptoKey> {
  const content = /-----BEGIN PRIVATE KEY-----([\s\S]+?)-----END PRIVATE KEY-----/.exec(text)?.[1];
  if (content === undefined) {
    throw new TypeError('The private key is not PEM PKCS#8. Use generateWebhookKeys().');
  }
  const pkcs8 = Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', pkcs8, ECDSA_P256, false, ['sign']);
}

/**
 * Signs an event as the service does, for tests of webhook endpoints.
 *
 * @param privateKey PEM PKCS#8, as {@link generateWebhookKeys} returns it, or a CryptoKey
 * @throws TypeError for a string that is not a PEM PKCS#8 private key
 *
 * @example
 * ```ts
 * const { publicKey, privateKey } = await generateWebhookKeys();
 * const webhooks = createWebhookHandler({ publicKeys: publicKey });
 * const { request } = await signEvent({ type: 'TEST' }, privateKey);
 * (await webhooks.fetch(request())).status; // 200
 * ```
 */
export async function signEvent(
  event: TestEvent,
  privateKey: string | PlatformKey,
  options: SignEventOptions = {},
): Promise<SignedEvent> {
  const { header = 'bare', url = 'https://platform.example/webhooks' } = options;
  const { type, data } = event;
  const { id = `Webhook:${crypto.randomUUID()}`, timestamp = new Date().toISOString() } = event;
  const body = JSON.stringify({ id, type, timestamp, data });
  const key = typeof privateKey === 'string' ? await importPrivateKey(privateKey) : privateKey;
  const raw = await crypto.subtle.sign(ECDSA_SHA256, key, new TextEncoder().encode(body));
  const signature = base64(rawSignatureToDer(new Uint8Array(raw)));
  const headers = {
    'content-type': 'application/json',
    [WEBHOOK_SIGNATURE_HEADER.toLowerCase()]:
      header === 'bare' ? signature : JSON.stringify({ v: '1', s: signature }),
  };
  return { body, headers, request: () => new Request(url, { method: 'POST', headers, body }) };
}
