import { errorCodes, type InputIssue, isErrorCode } from '@org/payments-contract';
import { type CalledName, PaymentsError } from './payments-error.ts';
import {
  type UnauthorizedCause,
  unauthorizedAction,
  unauthorizedCause,
} from './unauthorized-reason.ts';

/** The fields of a refusal, read from an error body of any shape. */
export interface RefusalBody {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly reason?: string | null | undefined;
  readonly details?: unknown;
}

/** Details of a refusal besides its body. */
export interface ApiErrorContext {
  readonly operation?: CalledName | undefined;
  /** The challenge the request answered, or the id the service assigned to the request. */
  readonly requestId?: string | undefined;
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** Replaces the action of the contract. */
  readonly action?: string | undefined;
  /** Header fields of the response, by their lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The response's body as received. */
  readonly text?: string | undefined;
  /** The error that kept the client from recovering. */
  readonly cause?: unknown;
}

function issueOf(item: unknown): InputIssue[] {
  if (typeof item === 'string') return [{ path: '', message: item }];
  if (typeof item !== 'object' || item === null) return [];
  const { field, path, message } = item as Readonly<Record<string, unknown>>;
  const at = typeof field === 'string' ? field : path;
  return [
    {
      path: Array.isArray(at) ? at.join('.') : typeof at === 'string' ? at : '',
      message: typeof message === 'string' && message !== '' ? message : 'is not valid',
    },
  ];
}

/** The invalid fields in `details.errors`, whose items may be objects or plain strings. */
function issuesOf({ details }: RefusalBody): InputIssue[] {
  const { errors } = (details ?? {}) as { readonly errors?: unknown };
  return Array.isArray(errors) ? errors.flatMap(issueOf) : [];
}

/** Whatever code a service or a proxy sends with a 413, the length of the body is what it refuses. */
const TOO_LARGE = 'Send a smaller body: the service or a proxy before it refused its length.';

function facts(body: RefusalBody): { retryable: boolean; action: string } {
  if (body.status === 413) return { retryable: false, action: TOO_LARGE };
  if (isErrorCode(body.code)) return errorCodes[body.code];
  const retryable = body.status === 429 || body.status === 503;
  const action = retryable ? 'Try again later.' : 'Read the message and the documentation.';
  return { retryable, action };
}

/** The service refused the request. Subclasses represent the statuses. */
export class ApiError extends PaymentsError {
  static override readonly kind: string = 'ApiError';
  override readonly name: string = 'ApiError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** On a 401: the service's own words for the check that failed. */
  readonly reason: string | undefined;
  /** One entry for each field the service found wrong. */
  readonly issues: readonly InputIssue[];
  /** The error body's `details` as the service sent them, secrets masked. */
  readonly details: unknown;
  /** Header fields of the response, by their lower-case names, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The challenge the request answered, or the id the service assigned to the request. */
  readonly requestId: string | undefined;
  /** Milliseconds the service asks to wait before another try. */
  readonly retryAfter: number | undefined;
  readonly #text: string | undefined;

  constructor(body: RefusalBody, context: ApiErrorContext = {}) {
    const { retryable, action } = facts(body);
    super(body.message === '' ? `The service responded with ${body.status}.` : body.message, {
      code: body.code,
      fault: body.status >= 500 ? 'service' : 'caller',
      action: context.action ?? action,
      retryable,
      operation: context.operation,
      cause: context.cause,
    });
    this.status = body.status;
    this.reason = body.reason ?? undefined;
    this.issues = issuesOf(body);
    this.details = body.details ?? undefined;
    this.headers = context.headers ?? {};
    this.requestId = context.requestId;
    this.retryAfter = context.retryAfter;
    this.#text = context.text;
  }

  /**
   * The body of the response as received, even if it is not the service's error body; undefined if
   * nothing was sent. It may hold secrets: keep it out of logs.
   */
  rawText(): string | undefined {
    return this.#text;
  }

  override toJSON(): Record<string, unknown> {
    const { status, reason, issues, details, requestId, retryAfter } = this;
    return { ...super.toJSON(), status, reason, issues, details, requestId, retryAfter };
  }
}

/** 400: a field or the request as a whole is not acceptable. */
export class BadRequestError extends ApiError {
  static override readonly kind: string = 'BadRequestError';
  override readonly name = 'BadRequestError';
}

/** 401: a check of who may do this failed. `failedCheck` names it. */
export class UnauthorizedError extends ApiError {
  static override readonly kind: string = 'UnauthorizedError';
  override readonly name = 'UnauthorizedError';
  /** What the 401 was about, read from its code and `reason`. */
  readonly failedCheck: UnauthorizedCause;

  constructor(body: RefusalBody, context: ApiErrorContext = {}) {
    const failedCheck = unauthorizedCause(body.code, body.reason ?? undefined);
    super(body, { ...context, action: unauthorizedAction(failedCheck) });
    this.failedCheck = failedCheck;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), failedCheck: this.failedCheck };
  }
}

/** 403: the credentials or the policy do not allow this. */
export class ForbiddenError extends ApiError {
  static override readonly kind: string = 'ForbiddenError';
  override readonly name = 'ForbiddenError';
}

/** 404: the resource does not exist. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = 'NotFoundError';
  override readonly name = 'NotFoundError';
}

/** 409: the resource is not in a state that allows this. Final: repeating does not help. */
export class ConflictError extends ApiError {
  static override readonly kind: string = 'ConflictError';
  override readonly name = 'ConflictError';
}

/** 429: too many requests. `retryAfter` is the number of milliseconds to wait. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = 'RateLimitError';
  override readonly name = 'RateLimitError';
}

/** 5xx: the service failed. Read the resource before repeating a write. */
export class ServiceError extends ApiError {
  static override readonly kind: string = 'ServiceError';
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

export function apiError(body: RefusalBody, context: ApiErrorContext = {}): ApiError {
  const Class = byStatus[body.status] ?? (body.status >= 500 ? ServiceError : ApiError);
  return new Class(body, context);
}
