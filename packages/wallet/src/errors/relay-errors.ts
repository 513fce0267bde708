import type { RelayErrorBody } from '../relay-protocol.ts';
import type { WalletErrorCode } from './error-facts.ts';
import { WalletError } from './wallet-error.ts';

/** What an `UNAUTHORIZED` means to the wallet, by the check that failed. */
const byReason: Readonly<Record<string, WalletErrorCode>> = {
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
};

const byCode: Readonly<Record<string, WalletErrorCode>> = {
  INVALID_INPUT: 'INVALID_INPUT',
  UNKNOWN_ACTION: 'INVALID_INPUT',
  TICKET_INVALID: 'UNEXPECTED',
  TICKET_EXPIRED: 'CHALLENGE_EXPIRED',
  NOT_AUTHENTICATED: 'PLATFORM_LOGIN_REQUIRED',
  FORBIDDEN: 'FORBIDDEN',
  RATE_LIMITED: 'RATE_LIMITED',
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  INTERNAL_ERROR: 'UNEXPECTED',
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'PASSKEY_EXISTS',
};

function codeOf({ code, reason }: RelayErrorBody): WalletErrorCode {
  if (code === 'UNAUTHORIZED') return byReason[reason ?? ''] ?? 'REFUSED';
  return byCode[code] ?? 'REFUSED';
}

/** The wallet's error for a refusal of the relay or, through it, of the service. */
export function relayError(body: RelayErrorBody): WalletError {
  const { code, reason, retryAfter, requestId, message } = body;
  return new WalletError(codeOf(body), {
    serviceCode: code,
    reason,
    retryAfter,
    requestId,
    cause: message,
  });
}
