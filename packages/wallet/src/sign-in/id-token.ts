import type { WalletErrorCode } from '../errors/error-facts.ts';

/** The service takes tokens issued at most this long ago. Milliseconds. */
const MAX_AGE = 60_000;
/**
 * The difference within which the device's and the provider's clocks count as equal. Milliseconds.
 */
const SKEW = 5_000;

interface Claims {
  readonly nonce?: unknown;
  readonly iat?: unknown;
}

/** The claims of a token; undefined for any other text. The service checks the signature. */
function claimsOf(idToken: string): Claims | undefined {
  try {
    const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** The values that the token must match. */
export interface ExpectedToken {
  readonly nonce: string;
  /** The device's time in milliseconds when the nonce was created. */
  readonly preparedAt: number;
  /** The device's time in milliseconds. */
  readonly now: number;
}

/**
 * Returns what is wrong with a token before it is sent: not a token, issued for another client key,
 * or not fresh. The age is checked only if the token was issued between `preparedAt` and now:
 * otherwise the device's clock is wrong, and the service decides.
 */
export function idTokenProblem(
  idToken: string,
  { nonce, preparedAt, now }: ExpectedToken,
): WalletErrorCode | undefined {
  const claims = claimsOf(idToken);
  if (typeof claims?.iat !== 'number') return 'OAUTH_TOKEN_INVALID';
  if (claims.nonce !== nonce) return 'OAUTH_NONCE_MISMATCH';
  const issuedAt = claims.iat * 1000;
  const clocksAgree = issuedAt >= preparedAt - SKEW && issuedAt <= now + SKEW;
  return clocksAgree && now - issuedAt > MAX_AGE ? 'OAUTH_TOKEN_STALE' : undefined;
}
