import type { UserAction, WalletErrorCode } from './error-facts.ts';

/**
 * Codes by next step: the same as in `errorFacts`, which is too large for the bundle. A test
 * compares the two.
 */
const byAction = {
  retry: [
    'CANCELLED',
    'ABORTED',
    'WRONG_PASSKEY',
    'PASSKEY_FAILED',
    'CLICK_REQUIRED',
    'CHALLENGE_EXPIRED',
    'WRONG_CODE',
    'RATE_LIMITED',
    'POPUP_BLOCKED',
    'POPUP_CLOSED',
    'OAUTH_TOKEN_STALE',
    'OAUTH_NONCE_MISMATCH',
    'PENDING_KEY_MISSING',
    'SESSION_CHANGED',
    'SIGNATURE_REJECTED',
    'KEY_UNUSABLE',
    'SIGNER_UNAVAILABLE',
    'NETWORK',
    'SERVICE_UNAVAILABLE',
  ],
  use_another_method: [
    'PASSKEY_UNAVAILABLE',
    'PASSKEY_REJECTED',
    'PASSKEYS_UNSUPPORTED',
    'OAUTH_TOKEN_INVALID',
    'STORAGE_UNAVAILABLE',
  ],
  request_new_code: ['CODE_EXPIRED'],
  reauthenticate: [
    'NOT_SIGNED_IN',
    'SESSION_EXPIRED',
    'SESSION_ENDED',
    'FRESH_SIGN_IN_REQUIRED',
    'PLATFORM_LOGIN_REQUIRED',
  ],
  open_in_browser: ['BLOCKED_IN_FRAME', 'INSECURE_CONTEXT'],
} as const satisfies Partial<Record<UserAction, readonly WalletErrorCode[]>>;

const silent: readonly WalletErrorCode[] = [
  'CANCELLED',
  'ABORTED',
  'CEREMONY_IN_PROGRESS',
  'POPUP_CLOSED',
  'REVIEW_REFUSED',
];

/** Returns the next step for a code. */
export function userActionOf(code: WalletErrorCode): UserAction {
  for (const [action, codes] of Object.entries(byAction)) {
    if ((codes as readonly string[]).includes(code)) return action as UserAction;
  }
  return 'none';
}

/** Whether a code means that the person or the page stopped on purpose. */
export function isSilent(code: WalletErrorCode): boolean {
  return silent.includes(code);
}
