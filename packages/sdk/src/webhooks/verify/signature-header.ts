import type { WEBHOOK_SIGNATURE_HEADER as header } from '@org/payments-contract';
import { type HeaderMap, headerEntries } from '@org/payments-contract/internal';
import { derSignatureToRaw } from '@org/payments-crypto';
import { WebhookError } from '../webhook-error.ts';
import { decodeBase64, type Signature } from './public-keys.ts';

/**
 * The header that carries the signature of a webhook. Written out so that verifying a webhook does
 * not load the contract; the compiler compares it.
 */
export const WEBHOOK_SIGNATURE_HEADER: typeof header = 'X-Service-Signature';

/** Headers of a request: `Headers`, Node's `IncomingHttpHeaders`, pairs, or a plain record. */
export type WebhookHeaders = Pick<Headers, 'get'> | HeaderMap;

const signatureName = WEBHOOK_SIGNATURE_HEADER.toLowerCase();

function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return 'get' in headers && typeof headers.get === 'function' && !(headers instanceof Map);
}

/** All values of a header, by its name in small letters. */
export function headerOf(headers: WebhookHeaders, name: string): string[] {
  if (isHeaders(headers)) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  return headerEntries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name ? [value] : [],
  );
}

function malformed(message: string, cause?: unknown): WebhookError {
  return new WebhookError('WEBHOOK_SIGNATURE_MALFORMED', { message, cause });
}

/** The base64 text of a header: bare, or `s` of the JSON text {v,s}. */
function base64Of(value: string): string {
  const text = value.trim();
  if (!text.startsWith('{')) return text;
  let json: { readonly s?: unknown };
  try {
    json = JSON.parse(text);
  } catch {
    throw malformed(`The ${WEBHOOK_SIGNATURE_HEADER} header starts like JSON, but is not JSON.`);
  }
  if (typeof json.s === 'string') return json.s;
  throw malformed(`The ${WEBHOOK_SIGNATURE_HEADER} header is JSON without a string \`s\`.`);
}

/**
 * Reads the signature from the headers of a request.
 *
 * @throws WebhookError `WEBHOOK_SIGNATURE_MISSING`, `WEBHOOK_SIGNATURE_MALFORMED`
 */
export function readSignature(headers: WebhookHeaders): Signature {
  if (typeof headers !== 'object' || headers === null) {
    throw new WebhookError('WEBHOOK_SIGNATURE_MISSING', {
      message: 'The headers are not a Headers object or a record.',
    });
  }
  const [value, ...more] = headerOf(headers, signatureName);
  if (value === undefined || value.trim() === '') {
    throw new WebhookError('WEBHOOK_SIGNATURE_MISSING');
  }
  if (more.length > 0) {
    throw malformed(`The ${WEBHOOK_SIGNATURE_HEADER} header was sent ${more.length + 1} times.`);
  }
  const der = decodeBase64(base64Of(value));
  if (der === undefined) throw malformed('The signature is not base64.');
  try {
    return { der, raw: derSignatureToRaw(der) };
  } catch (cause) {
    throw malformed('The signature is not a DER ECDSA signature for P-256.', cause);
  }
}
