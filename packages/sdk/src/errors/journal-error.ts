import { type CalledName, PaymentsError } from './payments-error.ts';

/** The journal could not record a change before it was sent. Nothing was sent. */
export class JournalError extends PaymentsError {
  override readonly name = 'JournalError';

  constructor(context: { readonly operation?: CalledName; readonly cause?: unknown } = {}) {
    super('The journal could not record the change, so it was not sent.', {
      code: 'JOURNAL_FAILED',
      fault: 'caller',
      retryable: true,
      action: "Check the journal's storage, and call again. Nothing was sent.",
      ...context,
    });
  }
}
