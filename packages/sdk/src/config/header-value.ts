/** Visible ASCII and space, not at the ends. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Whether a value can be sent in a header unchanged. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && headerValue.test(value);
}

/** Names of headers that hold a credential, such as `x-api-key` or `proxy-authorization`. */
const secretName = /(?:auth|authorization|api-?key|secret|token|password|cookie|credentials?)$/i;

/** Whether the value of a header is a secret, by the header's name. */
export function isSecretHeader(name: string): boolean {
  return secretName.test(name);
}
