/** Visible ASCII and space, not at the ends. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Names of headers whose values authenticate someone: `cookie`, `x-api-key`, `proxy-authorization`. */
const credentialName = /auth|cookie|credential|key|password|secret|session|signature|token/i;

/** Whether the value of a header has to be masked, going by its name. */
export function isCredentialHeader(name: string): boolean {
  return credentialName.test(name) && name.toLowerCase() !== 'idempotency-key';
}

/** What is wrong with any other value, and what to send. */
export const NOT_HEADER_VALUE =
  'cannot be sent as a header value: pass text of visible ASCII characters, without spaces at its ends';

/** Whether a value can be sent in a header unchanged. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && headerValue.test(value);
}
