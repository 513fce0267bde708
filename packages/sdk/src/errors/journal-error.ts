import { type CalledName, PaymentsError } from './payments-error.ts';

interface JournalErrorContext {
  readonly operation?: CalledName;
  readonly cause?: unknown;
}

const messages = {
  record: {
    message: 'The journal could not record the change, so it was not sent.',
    action: "Check the journal's storage, and call again. Nothing was sent.",
    retryable: true,
  },
  recover: {
    message: 'The recovery could not read or write the journal.',
    action: "Check the journal's storage, and recover again: what was not settled stays open.",
    retryable: true,
  },
  file: {
    message: 'The file of the journal was deleted, replaced or emptied while it was open.',
    action:
      'Put the file back, or accept the loss of its entries; then close the journal or start the process again. Until then no change is sent.',
    retryable: false,
  },
} as const;

/**
 * The journal could not record a change before it was sent, and nothing was sent; or a recovery could
 * not read or write it. A change with an idempotency key whose entry may exist, and be sent by a
 * recovery, ends with `OutcomeUnknownError` instead.
 */
export class JournalError extends PaymentsError {
  static override readonly kind: string = 'JournalError';
  override readonly name = 'JournalError';

  constructor(problem: keyof typeof messages, context: JournalErrorContext = {}) {
    const { message, ...facts } = messages[problem];
    super(message, { code: 'JOURNAL_FAILED', fault: 'caller', ...facts, ...context });
  }
}
