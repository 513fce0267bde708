import { type ErrorBody, errorCodes, type InputIssue, isErrorCode } from '@org/payments-contract';
import { type CalledName, PaymentsError } from './payments-error.ts';
import {
  type UnauthorizedCause,
  unauthorizedAction,
  unauthorizedCause,
} from './unauthorized-reason.ts';

/** What the client knows of a refusal besides its body. */
export interface ApiErrorContext {
  readonly operation?: CalledName | undefined;
  /** The challenge the request answered, or the id the service gave the request. */
  readonly requestId?: string | undefined;
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** Replaces what the contract suggests. */
  readonly action?: string | undefined;
}

function issuesOf(body: ErrorBody): InputIssue[] {
  return (body.details?.errors ?? []).map(({ field, message }) => ({
    path: field,
    message: message ?? 'is not valid',
  }));
}

function facts(body: ErrorBody): { retryable: boolean; action: string } {
  if (isErrorCode(body.code)) return errorCodes[body.code];
  const retryable = body.status === 429 || body.status === 503;
  const action = retryable ? 'Try again later.' : 'Read `message` and the service documentation.';
  return { retryable, action };
}

/** The service refused the request. Subclasses stand for the statuses. */
export class ApiError extends PaymentsError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** On a 401: the service's own words for the check that failed. */
  readonly reason: string | undefined;
  /** One entry for each field the service found wrong. */
  readonly issues: readonly InputIssue[];
  readonly requestId: string | undefined;
  /** Milliseconds the service asks to wait before another try. */
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, context: ApiErrorContext = {}) {
    const { retryable, action } = facts(body);
    super(body.message === '' ? `The service answered ${body.status}.` : body.message, {
      code: body.code,
      fault: body.status >= 500 ? 'service' : 'caller',
      action: context.action ?? action,
      retryable,
      operation: context.operation,
    });
    this.status = body.status;
    this.reason = body.reason;
    this.issues = issuesOf(body);
    this.requestId = context.requestId;
    this.retryAfter = context.retryAfter;
  }

  override toJSON(): Record<string, unknown> {
    const { status, reason, issues, requestId, retryAfter } = this;
    return { ...super.toJSON(), status, reason, issues, requestId, retryAfter };
  }
}

/** 400: a field or the request as a whole is not acceptable. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: a check of who may do this failed. `failedCheck` says which. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
  /** What the 401 was about, read from its code and `reason`. */
  readonly failedCheck: UnauthorizedCause;

  constructor(body: ErrorBody, context: ApiErrorContext = {}) {
    const failedCheck = unauthorizedCause(body.code, body.reason);
    super(body, { ...context, action: unauthorizedAction(failedCheck) });
    this.failedCheck = failedCheck;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), failedCheck: this.failedCheck };
  }
}

/** 403: the credentials or the policy do not allow this. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such resource. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the resource is not in a state that allows this. Final: repeating does not help. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: too many requests. `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service failed. Read the resource before repeating a write. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error for a refusal, of the class its status calls for. */
export function apiError(body: ErrorBody, context: ApiErrorContext = {}): ApiError {
  const Class = byStatus[body.status] ?? (body.status >= 500 ? ServiceError : ApiError);
  return new Class(body, context);
}
