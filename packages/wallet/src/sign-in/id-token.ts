import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

/** The service takes tokens issued at most this long ago. Milliseconds. */
const MAX_AGE = 60_000;
/** Within this, device and provider agree on the time. Milliseconds. */
const SKEW = 5_000;

interface Claims {
  readonly nonce?: unknown;
  readonly iat?: unknown;
}

function claimsOf(idToken: string): Claims {
  try {
    const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== 'object' || claims === null) throw new TypeError('No claims.');
    return claims;
  } catch (cause) {
    throw new WalletError('OAUTH_TOKEN_INVALID', { cause });
  }
}

/**
 * Checks a token before it is sent: made for this client key, and fresh. The signature is the
 * service's to check. The age is only judged when the token says it was issued between `preparedAt`
 * and now: otherwise the device's clock is wrong, and the service decides.
 *
 * @param preparedAt the device's time in milliseconds when the nonce was made
 * @throws WalletError `OAUTH_TOKEN_INVALID`, `OAUTH_NONCE_MISMATCH`, `OAUTH_TOKEN_STALE`
 */
export function checkIdToken(
  idToken: string,
  nonce: string,
  preparedAt: number,
  clock: WalletClock,
): void {
  const claims = claimsOf(idToken);
  if (claims.nonce !== nonce) throw new WalletError('OAUTH_NONCE_MISMATCH');
  if (typeof claims.iat !== 'number') throw new WalletError('OAUTH_TOKEN_INVALID');
  const issuedAt = claims.iat * 1000;
  const now = clock.now();
  const clocksAgree = issuedAt >= preparedAt - SKEW && issuedAt <= now + SKEW;
  if (clocksAgree && now - issuedAt > MAX_AGE) throw new WalletError('OAUTH_TOKEN_STALE');
}
