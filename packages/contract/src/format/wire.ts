/** The version of the API; the base URL ends with it. */
export const API_VERSION = '2025-10-13';

/** Header of the stamp on the second leg of a signed operation. */
export const SIGNATURE_HEADER = 'Service-Wallet-Signature';
/** Header that names the challenge a request answers. */
export const REQUEST_ID_HEADER = 'Request-Id';
/** Header of a webhook that carries its signature. */
export const WEBHOOK_SIGNATURE_HEADER = 'X-Service-Signature';
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';

/** Wire names of the header fields an input may have. */
export const headerNames = {
  requestId: REQUEST_ID_HEADER,
  idempotencyKey: IDEMPOTENCY_KEY_HEADER,
} as const;
