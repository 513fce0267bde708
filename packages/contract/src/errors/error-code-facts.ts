/** The facts about one error code. */
export interface ErrorCodeFacts {
  /** The HTTP status it comes with. */
  readonly status: number;
  /** Whether the same request may succeed when sent again unchanged. */
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/** Declares the facts about one error code. */
export function facts(
  status: number,
  meaning: string,
  action: string,
  retryable = false,
): ErrorCodeFacts {
  return { status, retryable, meaning, action };
}

/** The check of a proof or a signature that failed. */
export type FailedProof =
  | 'stamp_missing'
  | 'stamp_malformed'
  | 'stamp_mismatch'
  | 'session_inactive'
  | 'request_id'
  | 'challenge_expired'
  | 'body_changed'
  | 'wrong_otp'
  | 'otp_not_requested'
  | 'oidc_token'
  | 'passkey'
  | 'unknown';
