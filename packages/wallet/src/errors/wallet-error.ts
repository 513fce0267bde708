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
    'BUSY_ELSEWHERE',
    'WAIT',
    'EXPIRED',
    'HIDDEN',
    'SIGNATURE_REJECTED',
    'KEY_UNUSABLE',
    'SIGNER_UNAVAILABLE',
    'NETWORK',
    'SERVICE_UNAVAILABLE',
  ],
  use_another_method: [
    'NO_CREDENTIAL',
    'BLOCKED_BY_POLICY',
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
  'REFUSED_BY_PERSON',
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

/** Where the documentation of the newest release explains the codes, each on a page of its name. */
const PAGES = 'https://org.github.io/payments-sdk/errors/';

/** More about one failure. */
export interface WalletErrorDetails {
  /** The error behind this one. */
  readonly cause?: unknown;
  /** For developers. */
  readonly message?: string | undefined;
  /** Milliseconds to wait before another attempt. */
  readonly retryAfter?: number | undefined;
  /** The code of the relay or the service behind this error. */
  readonly serviceCode?: string | undefined;
  /** Which check failed, when the service names it. */
  readonly reason?: string | undefined;
  /** The challenge concerned, for `OUTCOME_UNKNOWN`. */
  readonly requestId?: string | undefined;
  /** The page of `serviceCode`, if there is one; other addresses are ignored. */
  readonly docs?: string | undefined;
}

/**
 * The only error the wallet throws. Show what `userAction` says, and nothing when `silent`;
 * messages are for developers and may change.
 */
export class WalletError extends Error {
  /** Also of another copy of the package: the ES module and the CommonJS form have their own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true;
    return Object.is(this, WalletError) && isWalletError(value);
  }

  override readonly name = 'WalletError';
  /** What went wrong. Switch on this; `docs` leads to what it means. */
  declare readonly code: WalletErrorCode;
  /** What the person can do next. */
  declare readonly userAction: UserAction;
  /** The person or the page stopped it on purpose: show no error. */
  declare readonly silent: boolean;
  /** Milliseconds to wait before another attempt. */
  declare readonly retryAfter: number | undefined;
  /** The code of the relay or the service behind this error, such as `CARD_NOT_MUTABLE`. */
  declare readonly serviceCode: string | undefined;
  /** Which check of the service failed, such as `wrong_otp`. */
  declare readonly reason: string | undefined;
  /** The challenge whose outcome is not known. */
  declare readonly requestId: string | undefined;
  /**
   * The address of the page that explains the code: for `REFUSED` that of `serviceCode`, unless
   * that is a code that the platform defines.
   */
  declare readonly docs: string;

  constructor(code: WalletErrorCode, details: WalletErrorDetails = {}) {
    const given = String(details.docs);
    const docs = code === 'REFUSED' && given.startsWith(PAGES) ? given : PAGES + code;
    super(`${code}: ${details.message ?? `see ${docs}`}`, { cause: details.cause });
    const { retryAfter, serviceCode, reason, requestId } = details;
    Object.assign(this, { code, userAction: userActionOf(code), silent: isSilent(code) });
    Object.assign(this, { retryAfter, serviceCode, reason, requestId, docs });
  }

  /** Code, next step and address of the documentation; no cause, no secrets. */
  toJSON(): Pick<WalletError, 'name' | 'code' | 'userAction' | 'message' | 'docs'> {
    const { name, code, userAction, message, docs } = this;
    return { name, code, userAction, message, docs };
  }
}

/** The error itself if it is a `WalletError`, otherwise one with it as the cause. */
export function toWalletError(cause: unknown): WalletError {
  return isWalletError(cause) ? cause : new WalletError('UNEXPECTED', { cause });
}

/** Runs a function, and wraps its error in a `WalletError` unless it is one. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toWalletError(cause);
  }
}

/** Whether a value is a {@link WalletError}, also one of another copy of this package. */
export function isWalletError(value: unknown): value is WalletError {
  return value instanceof Error && value.name === 'WalletError' && 'userAction' in value;
}
