import type { RelayErrorBody } from '@org/payments-contract';

/** What a refusal says besides its status and code. */
export interface RefusalDetails
  extends Pick<RelayErrorBody, 'reason' | 'retryAfter' | 'requestId'> {
  /** For people and logs; shown to the browser. */
  readonly message?: string;
  readonly cause?: unknown;
}

/**
 * A call that the relay does not carry out. Throw it in an action, or in `authenticate`, to choose
 * the answer; what it holds reaches the browser, its `cause` does not.
 */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal';
  readonly status: number;
  readonly code: string;
  /** On a 401: the check that failed. */
  readonly reason: string | undefined;
  /** Seconds to wait. */
  readonly retryAfter: number | undefined;
  /** The challenge concerned, where the outcome is not known. */
  readonly requestId: string | undefined;

  constructor(status: number, code: string, details: RefusalDetails = {}) {
    const { message, reason, retryAfter, requestId, cause } = details;
    super(message ?? code, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /** The answer's body: no cause, no stack. */
  toJSON(): RelayErrorBody {
    const { code, message, reason, retryAfter, requestId } = this;
    return {
      code,
      ...(message !== code && { message }),
      ...(reason !== undefined && { reason }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(requestId !== undefined && { requestId }),
    };
  }
}

/** The request is not what the call takes. */
export function invalidInput(message: string): RelayRefusal {
  return new RelayRefusal(400, 'INVALID_INPUT', { message });
}

/** Another user's, or nobody's: the two are not told apart. */
export function forbidden(message: string): RelayRefusal {
  return new RelayRefusal(403, 'FORBIDDEN', { message });
}
