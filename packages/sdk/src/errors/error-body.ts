import { errorCodes, type Fields, isErrorCode } from '@org/payments-contract';
import type { RefusalBody } from './api-error.ts';

function record(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

function parse(text: string): Fields | undefined {
  try {
    return record(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How the service writes its codes, such as `NOT_FOUND`; gateways write `Forbidden` or `E403`. */
const codeForm = /^[A-Z]+(?:_[A-Z]+)*$/;

/** A response with an error status, as far as it is read here. */
interface ErrorResponse {
  readonly status: number;
  readonly text: string;
}

/** The error body of a response, and whether the service itself wrote it. */
export interface ErrorReading {
  /** Undefined for a body without a code. */
  readonly body: RefusalBody | undefined;
  /**
   * Whether it is the service's own: it has the service's envelope, with the status of the response,
   * a code and a message. A gateway's error proves nothing about a write that was sent, even with a
   * code that the service has too.
   */
  readonly isFromService: boolean;
}

/**
 * Reads the error body of a response. A body with a `code` is shown to the caller, whatever its other
 * fields are. `reason` may be at the top level or in `details`.
 */
export function readErrorBody({ status, text }: ErrorResponse): ErrorReading {
  const body = parse(text);
  const code = textOf(body?.code);
  if (body === undefined || code === undefined) return { body: undefined, isFromService: false };
  return {
    body: {
      status,
      code,
      message: textOf(body.message) ?? '',
      reason: textOf(body.reason) ?? textOf(record(body.details)?.reason),
      details: body.details ?? undefined,
    },
    isFromService:
      body.status === status && typeof body.message === 'string' && codeForm.test(code),
  };
}

/** The `message` of a body that is not the error body of the service, such as a gateway's. */
export function foreignMessage(text: string): string | undefined {
  return textOf(parse(text)?.message);
}

/** The status of a gateway that waited too long; others of gateways are 5xx. */
const GAVE_UP = 408;
/** The 5xx statuses that mean that the service did not act. */
const notActedStatuses = new Set([501, 503]);

/** Whether an error response of the service itself leaves open whether it acted. */
export function leavesOpen(status: number): boolean {
  return status === GAVE_UP || (status >= 500 && !notActedStatuses.has(status));
}

/** Statuses that mean "not now". */
const transientStatuses = new Set([408, 429, 502, 503, 504]);

/** Whether the same request may succeed later. The error code decides, if it is known. */
export function isTransientRefusal(status: number, code: string | undefined): boolean {
  if (code !== undefined && isErrorCode(code)) return errorCodes[code].retryable;
  return transientStatuses.has(status);
}

/**
 * Whether a JSON value is an error body, whatever status it came with. One with an id may be a resource
 * that has the same fields, unless its status is that of an error.
 */
export function isErrorBody(value: object): boolean {
  const { id, status, code, message } = value as Fields;
  return (
    typeof status === 'number' &&
    (id === undefined || status >= 400) &&
    textOf(code) !== undefined &&
    typeof message === 'string'
  );
}
