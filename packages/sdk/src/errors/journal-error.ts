import { type CalledName, PaymentsError } from './payments-error.ts';

interface JournalErrorContext {
  readonly operation?: CalledName;
  readonly cause?: unknown;
}

/**
 * The journal could not record a change before it was sent, and nothing was sent; or a recovery could
 * not read or write it.
 */
export class JournalError extends PaymentsError {
  override readonly name = 'JournalError';

  constructor(work: 'record' | 'recover', context: JournalErrorContext = {}) {
    const isRecord = work === 'record';
    super(
      isRecord
        ? 'The journal could not record the change, so it was not sent.'
        : 'The recovery could not read or write the journal.',
      {
        code: 'JOURNAL_FAILED',
        fault: 'caller',
        retryable: true,
        action: isRecord
          ? "Check the journal's storage, and call again. Nothing was sent."
          : "Check the journal's storage, and recover again: what was not settled stays open.",
        ...context,
      },
    );
  }
}
