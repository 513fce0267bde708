import type { RelayErrorBody } from '../relay-protocol.ts';
import type { WalletErrorCode } from './error-facts.ts';
import { WalletError } from './wallet-error.ts';

/** The checks behind an `UNAUTHORIZED`, and the codes of relay and service, that have their own. */
const meanings: Readonly<Record<string, WalletErrorCode>> = {
  wrong_otp: 'WRONG_CODE',
  otp_not_requested: 'CODE_EXPIRED',
  oidc_token: 'OAUTH_TOKEN_INVALID',
  passkey: 'PASSKEY_REJECTED',
  session_inactive: 'SESSION_ENDED',
  challenge_expired: 'CHALLENGE_EXPIRED',
  request_id: 'CHALLENGE_EXPIRED',
  stamp_missing: 'SIGNATURE_REJECTED',
  stamp_malformed: 'SIGNATURE_REJECTED',
  stamp_mismatch: 'SIGNATURE_REJECTED',
  body_changed: 'SIGNATURE_REJECTED',
  UNKNOWN_ACTION: 'INVALID_INPUT',
  TICKET_INVALID: 'UNEXPECTED',
  TICKET_EXPIRED: 'CHALLENGE_EXPIRED',
  NOT_AUTHENTICATED: 'PLATFORM_LOGIN_REQUIRED',
  SIGN_IN_REQUIRED: 'FRESH_SIGN_IN_REQUIRED',
  REQUEST_TIMEOUT: 'NETWORK',
  INTERNAL_ERROR: 'UNEXPECTED',
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'PASSKEY_EXISTS',
};

/** Codes that mean the same on both sides. */
const shared: readonly WalletErrorCode[] = [
  'INVALID_INPUT',
  'FORBIDDEN',
  'RATE_LIMITED',
  'OUTCOME_UNKNOWN',
  'SERVICE_UNAVAILABLE',
];

/** The wallet's error for a refusal of the relay or, through it, of the service. */
export function relayError({ code, retryAfter, ...details }: RelayErrorBody): WalletError {
  const key = (code === 'UNAUTHORIZED' ? details.reason : code) ?? '';
  const known = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
  const meaning = known ?? shared.find((name) => name === code) ?? 'REFUSED';
  const { reason, requestId, message, docs } = details;
  return new WalletError(meaning, {
    reason,
    requestId,
    message,
    docs,
    serviceCode: code,
    // On the wire seconds, as in the header; in this package milliseconds.
    retryAfter: typeof retryAfter === 'number' ? retryAfter * 1000 : undefined,
  });
}
