import { type ErrorCode, errorCodes, type FieldError } from '@org/payments-contract';
import { type ReasonName, reasons } from './reasons.ts';

interface RefusalFacts {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** For the developer: which check, expected against received. Never a secret. */
  readonly explanation: string;
  readonly reason?: ReasonName;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a request is refused; the engine turns it into the error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

/** A refusal whose status follows from its code. */
export function refuse(code: ErrorCode, message: string, explanation = message): Refusal {
  return new Refusal({ status: errorCodes[code].status, code, message, explanation });
}

/** A failed check of who may do this: 401, or 403 where an option says so. */
export function unauthorized(
  reason: ReasonName,
  explanation: string,
  status: 401 | 403 = 401,
): Refusal {
  const code = status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN';
  return new Refusal({ status, code, message: reasons[reason], reason, explanation });
}

/** One invalid field or several: 400 `INVALID_INPUT`. */
export function invalidInput(errors: readonly FieldError[], message?: string): Refusal {
  const summary = errors.map(({ field, message: text }) => `${field} ${text ?? ''}`.trim());
  return new Refusal({
    status: 400,
    code: 'INVALID_INPUT',
    message: message ?? `Invalid input: ${errors.map(({ field }) => field).join(', ')}`,
    explanation: summary.join('; '),
    errors,
  });
}

const notFoundCodes: Readonly<Record<string, ErrorCode>> = {
  Customer: 'USER_NOT_FOUND',
  Transaction: 'TRANSACTION_NOT_FOUND',
  Quote: 'QUOTE_NOT_FOUND',
};

/** A missing resource: 404, with the resource's own code where it has one. */
export function notFound(prefix: string, id: string, codes: 'specific' | 'common'): Refusal {
  const code = codes === 'specific' ? (notFoundCodes[prefix] ?? 'NOT_FOUND') : 'NOT_FOUND';
  return refuse(code, `${prefix} not found`, `There is no ${id} in the mock.`);
}

/** The error body of a refusal. */
export function errorBody({ facts }: Refusal, withMessages: boolean): Record<string, unknown> {
  const { status, code, message, reason, errors } = facts;
  const entries = errors?.map((error) => (withMessages ? error : { field: error.field }));
  return {
    status,
    code,
    message,
    ...(reason === undefined ? {} : { reason: reasons[reason] }),
    ...(entries === undefined ? {} : { details: { errors: entries } }),
  };
}
