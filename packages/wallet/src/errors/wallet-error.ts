import { errorFacts, type UserAction, type WalletErrorCode } from './error-facts.ts';

/** More about one failure. */
export interface WalletErrorDetails {
  readonly cause?: unknown;
  /** Seconds until it makes sense to try again. */
  readonly retryAfter?: number | undefined;
  /** The code of the relay or the service behind this error. */
  readonly serviceCode?: string | undefined;
  /** Which check failed, when the service says so. */
  readonly reason?: string | undefined;
  /** The challenge concerned, for `OUTCOME_UNKNOWN`. */
  readonly requestId?: string | undefined;
}

/**
 * The only error the wallet throws. Show what `userAction` says, and nothing when `silent`;
 * messages are for developers and may change.
 */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: WalletErrorCode;
  /** What the person can do next. */
  readonly userAction: UserAction;
  /** The person or the page stopped it on purpose: show no error. */
  readonly silent: boolean;
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | undefined;
  /** The code of the relay or the service behind this error, such as `CARD_NOT_MUTABLE`. */
  readonly serviceCode: string | undefined;
  /** Which check of the service failed, such as `wrong_otp`. */
  readonly reason: string | undefined;
  /** The challenge whose outcome is not known. */
  readonly requestId: string | undefined;

  constructor(code: WalletErrorCode, details: WalletErrorDetails = {}) {
    const facts = errorFacts[code];
    super(facts.message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.userAction = facts.userAction;
    this.silent = facts.silent === true;
    this.retryAfter = details.retryAfter;
    this.serviceCode = details.serviceCode;
    this.reason = details.reason;
    this.requestId = details.requestId;
  }

  /** Code and next step; no cause, no secrets. */
  toJSON(): { name: string; code: WalletErrorCode; userAction: UserAction; message: string } {
    const { name, code, userAction, message } = this;
    return { name, code, userAction, message };
  }
}

/** Whether a value is a {@link WalletError}, also one of another copy of this package. */
export function isWalletError(value: unknown): value is WalletError {
  return value instanceof Error && value.name === 'WalletError' && 'userAction' in value;
}
