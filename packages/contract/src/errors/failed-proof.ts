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
