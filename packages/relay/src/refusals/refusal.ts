import { isErrorCode } from '@org/payments-contract';
import { errorAddress } from '@org/payments-contract/internal';
import type { RelayErrorBody } from '../protocol/index.ts';
import { isRelayErrorCode } from './relay-codes.ts';

/** The fields of a refusal besides its status and code. */
export interface RefusalDetails extends Pick<RelayErrorBody, 'reason' | 'requestId'> {
  /** For people and logs; shown to the browser. */
  readonly message?: string;
  /** Milliseconds to wait. On the wire, in the header and in the body, it is whole seconds. */
  readonly retryAfter?: number;
  /** The error behind the refusal. Not shown to the browser. */
  readonly cause?: unknown;
}

/** The whole seconds of a wait, rounded up. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

export function isRefusalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

/**
 * A call that the relay refuses. Throw it in an action, or in `authenticate`, to choose the
 * response; the browser receives its fields, except `cause`.
 *
 * @throws RangeError for a status that is not from 400 to 599, or a `retryAfter` below 0
 */
export class RelayRefusal extends Error {
  /** Also of another copy of the package: the ES module and the CommonJS form have their own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (super[Symbol.hasInstance](value)) return true;
    return Object.is(this, RelayRefusal) && isRelayRefusal(value);
  }

  override readonly name = 'RelayRefusal';
  /** The HTTP status, from 400 to 599. */
  readonly status: number;
  /** A code of the relay or of the service, or a code that the platform defines. */
  readonly code: string;
  /** On a 401: the check that failed. */
  readonly reason: string | undefined;
  /** Milliseconds to wait. */
  readonly retryAfter: number | undefined;
  /** The challenge concerned, if the outcome is not known. */
  readonly requestId: string | undefined;

  constructor(status: number, code: string, details: RefusalDetails = {}) {
    const { message, reason, retryAfter, requestId, cause } = details;
    if (!isRefusalStatus(status)) {
      throw new RangeError(`A refusal has a status from 400 to 599, not ${status}.`);
    }
    if (retryAfter !== undefined && !(Number.isFinite(retryAfter) && retryAfter >= 0)) {
      throw new RangeError(`\`retryAfter\` is milliseconds from 0, not ${retryAfter}.`);
    }
    super(message ?? code, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }

  /** The address of the page that explains the code; undefined for a code that the platform defines. */
  get docs(): string | undefined {
    const { code } = this;
    return isRelayErrorCode(code) || isErrorCode(code) ? errorAddress(code) : undefined;
  }

  /** The response's body: no cause, no stack. */
  toJSON(): RelayErrorBody {
    const { code, message, reason, retryAfter, requestId, docs } = this;
    return {
      code,
      ...(message !== code && { message }),
      ...(reason !== undefined && { reason }),
      ...(retryAfter !== undefined && { retryAfter: wholeSeconds(retryAfter) }),
      ...(requestId !== undefined && { requestId }),
      ...(docs !== undefined && { docs }),
    };
  }
}

/** Whether a value is a refusal, also one of another copy of the package. */
export function isRelayRefusal(value: unknown): value is RelayRefusal {
  return value instanceof Error && value.name === 'RelayRefusal' && 'status' in value;
}

/** Creates the refusal of a request that does not match the call. */
export function invalidInput(message: string): RelayRefusal {
  return new RelayRefusal(400, 'INVALID_INPUT', { message });
}

/** The resource is another user's, or does not exist; the response is the same for both. */
export function forbidden(message: string): RelayRefusal {
  return new RelayRefusal(403, 'FORBIDDEN', { message });
}

/**
 * Creates the refusal of a call during which the service, a store or a function of the platform did
 * not respond; nothing was changed.
 */
export function unavailable(message: string, details: RefusalDetails = {}): RelayRefusal {
  return new RelayRefusal(503, 'SERVICE_UNAVAILABLE', { ...details, message });
}
