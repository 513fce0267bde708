/** System calls that fail before a connection exists. */
const connectingCalls = new Set(['connect', 'getaddrinfo']);

/**
 * Codes of errors that exist only before a connection does: the connect timeout of undici, a
 * request that undici refuses to dispatch, and a certificate refused in the handshake. System codes
 * such as EHOSTUNREACH are not among them: a connected socket fails with the same ones.
 */
const connectingCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_INVALID_ARG',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * The message of Node's error for a connection that broke before its handshake was complete. Node
 * does not use it in any other case.
 */
const brokenHandshake =
  'Client network socket disconnected before secure TLS connection was established';

const DEEPEST = 5;

interface SystemError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/**
 * Whether an error proves that no byte of the request was sent: it comes from connecting. Several
 * addresses may have been tried, each with its own error; all of them must prove it.
 */
export function provesUnsent(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false;
  const { code, syscall, message, cause, errors } = error as SystemError;
  if (typeof syscall === 'string') return connectingCalls.has(syscall);
  if (typeof code === 'string' && connectingCodes.has(code)) return true;
  if (code === 'ECONNRESET' && message === brokenHandshake) return true;
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((one) => provesUnsent(one, depth + 1));
  }
  return provesUnsent(cause, depth + 1);
}

/** Code and system call of an error or of its cause, for reports. */
export function systemFacts(
  error: unknown,
  depth = 0,
): { readonly code?: string; readonly syscall?: string } {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return {};
  const { code, syscall, cause, errors } = error as SystemError;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) {
    const from = Array.isArray(errors) && syscall === undefined ? systemFacts(errors[0]) : {};
    return { ...from, code, ...(typeof syscall === 'string' && { syscall }) };
  }
  if (cause !== undefined) return systemFacts(cause, depth + 1);
  return Array.isArray(errors) ? systemFacts(errors[0], depth + 1) : {};
}
