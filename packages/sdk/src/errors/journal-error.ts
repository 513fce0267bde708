import { type CalledName, PaymentsError } from './payments-error.ts';

interface JournalErrorContext {
  readonly operation?: CalledName;
  readonly cause?: unknown;
}

/** What is wrong with a journal, and what to do about it. */
export interface JournalProblem {
  readonly message: string;
  readonly action: string;
  readonly retryable?: boolean;
}

/**
 * The journal could not record a change before it was sent, and this call has sent nothing; or a
 * recovery could not read or write it. A change with an idempotency key whose entry may exist, and be
 * sent by a recovery, ends with `OutcomeUnknownError` instead. `append` of a store rejects with one to
 * say that it has certainly recorded nothing.
 */
export class JournalError extends PaymentsError {
  static override readonly kind: string = 'JournalError';
  override readonly name = 'JournalError';

  constructor({ message, ...facts }: JournalProblem, context: JournalErrorContext = {}) {
    super(message, { code: 'JOURNAL_FAILED', fault: 'caller', ...facts, ...context });
  }
}
