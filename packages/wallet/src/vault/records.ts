/** A record with an expiry. */
export interface Timed {
  readonly version: 1;
  /** Milliseconds it had left at `anchoredAt`. */
  readonly life: number;
  /** The device's time when `life` was measured; only differences count. */
  readonly anchoredAt: number;
}

/** The record of a session: the key as a CryptoKey, and its public details. */
export interface SessionRecord extends Timed {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly nickname: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Compressed SEC1 in hex. */
  readonly publicKey: string;
  /** Milliseconds for which the sign-in still counted as fresh at `anchoredAt`. */
  readonly freshFor?: number;
  /** Opaque text of the relay; a refresh sends it back. */
  readonly lineage?: string;
  /** The login of the platform that opened it, as the relay names it. */
  readonly person?: string;
  /** ECDSA P-256, not extractable. */
  readonly key: CryptoKey;
}

/** The client key of an OAuth sign-in whose page was left. */
export interface PendingRecord extends Timed {
  /** The credential to verify. */
  readonly credentialId: string;
  /** ECDH P-256, private key not extractable. */
  readonly keyPair: CryptoKeyPair;
}

export const SESSION_KEY = 'session';
const PENDING_PREFIX = 'pending:';

/** The vault's key for a pending sign-in. */
export function pendingKey(state: string): string {
  return PENDING_PREFIX + state;
}

/**
 * Milliseconds, 400 days. The service decides how long a session lives; a record that claims more than
 * browsers keep anything was planted.
 */
const LONGEST_LIFE = 400 * 86_400_000;

/** Whether a value is a record of this version, with an end that a session can have. */
export function isTimed(value: unknown): value is Timed {
  const { version, life, anchoredAt } = (value ?? {}) as Partial<Timed>;
  return version === 1 && (life as number) <= LONGEST_LIFE && Number.isFinite(anchoredAt);
}

/** Milliseconds a record has left; NaN when the device's clock was set back meanwhile. */
export function lifeLeft({ life, anchoredAt }: Timed, now: number): number {
  const elapsed = now - anchoredAt;
  return elapsed < 0 ? Number.NaN : life - elapsed;
}
