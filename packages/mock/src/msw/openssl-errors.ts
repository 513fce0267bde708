/**
 * Empties OpenSSL's error queue, on runtimes that use OpenSSL.
 *
 * MSW 3 passes a session that OpenSSL cannot read to the TLS clients it intercepts. The error stays
 * queued, and the process's next key import fails with it although the key is valid. Drawing random
 * bytes empties the queue.
 */
export function clearOpenSslErrors(): void {
  if (typeof process === 'undefined') return;
  process.getBuiltinModule?.('node:crypto')?.randomBytes(1);
}
