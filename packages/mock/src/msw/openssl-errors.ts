/**
 * Empties OpenSSL's queue of errors, where there is OpenSSL.
 *
 * MSW 3 offers the TLS clients it intercepts a session that OpenSSL cannot read. The error of that
 * attempt stays queued, and the next key import of the process fails with it, though the key is in
 * order. A random draw empties the queue.
 */
export function clearOpenSslErrors(): void {
  if (typeof process === 'undefined') return;
  process.getBuiltinModule?.('node:crypto')?.randomBytes(1);
}
