import { type ErrorCode, errorCodes, type FieldError } from '@org/payments-contract';
import { type ReasonName, reasons } from './reasons.ts';

interface RefusalFacts {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /**
   * For the developer: the failed check, with the expected and the received value. Never a secret.
   */
  readonly explanation: string;
  readonly reason?: ReasonName;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to refuse a request; the engine turns it into the error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

/** Returns a refusal, whose code determines its status. */
export function refuse(code: ErrorCode, message: string, explanation = message): Refusal {
  return new Refusal({ status: errorCodes[code].status, code, message, explanation });
}

/** Returns the same refusal with response headers. */
export function withHeaders(
  { facts }: Refusal,
  headers: Readonly<Record<string, string>>,
): Refusal {
  return new Refusal({ ...facts, headers });
}

/**
 * Returns the refusal of a failed check of credentials or signatures: 401 `UNAUTHORIZED` with a
 * reason.
 */
export function unauthorized(reason: ReasonName, explanation: string): Refusal {
  const { facts } = refuse('UNAUTHORIZED', reasons[reason], explanation);
  return new Refusal({ ...facts, reason });
}

/**
 * Returns the refusal of a body that cannot be read: 400 `INVALID_REQUEST_FORMAT`, with the field
 * concerned.
 */
export function unreadable(field: string, message: string, explanation = message): Refusal {
  const { facts } = refuse('INVALID_REQUEST_FORMAT', message, explanation);
  return new Refusal({ ...facts, errors: [{ field, message }] });
}

/** Returns the refusal of one or more invalid fields: 400 `INVALID_INPUT`. */
export function invalidInput(errors: readonly FieldError[], message?: string): Refusal {
  const summary = errors.map(({ field, message: text }) => `${field} ${text ?? ''}`.trim());
  const text = message ?? `Invalid input: ${errors.map(({ field }) => field).join(', ')}`;
  const { facts } = refuse('INVALID_INPUT', text, summary.join('; '));
  return new Refusal({ ...facts, errors });
}

/** Returns the refusal of a missing resource: 404, with the resource's own code if it has one. */
export function notFound(what: string, id: string, code: ErrorCode = 'NOT_FOUND'): Refusal {
  return refuse(code, `${what} not found`, `${id} does not exist in the mock.`);
}

/** Returns the error body of a refusal. */
export function errorBody({ facts }: Refusal): Record<string, unknown> {
  const { status, code, message, reason, errors } = facts;
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason: reasons[reason] }),
    ...(errors === undefined ? {} : { details: { errors } }),
  };
}
