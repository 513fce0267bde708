import { ApiError, RateLimitError, UnauthorizedError } from '../errors/api-error.ts';
import {
  AbortedError,
  ConfigurationError,
  CredentialsError,
  InvalidRequestError,
  SignatureRequiredError,
  SigningError,
} from '../errors/caller-errors.ts';
import { IdempotencyKeyReusedError } from '../errors/idempotency-key-error.ts';
import { JournalError } from '../errors/journal-error.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';
import { isPaymentsError, type PaymentsError } from '../errors/payments-error.ts';
import { RunError } from './run-error.ts';

/** What an error means for the item, and for the run. */
export type ErrorMeaning =
  /** Every item would end like this: the run stops. */
  | { readonly is: 'stop'; readonly error: PaymentsError; readonly mayBeSent: boolean }
  /** The write was applied, and its response cannot be returned. */
  | { readonly is: 'applied'; readonly error: PaymentsError; readonly resourceId: string }
  /** The write is certainly not applied, and will not be. */
  | { readonly is: 'refused'; readonly error: PaymentsError }
  /** The write is certainly not applied, and the same one may be later. */
  | { readonly is: 'later'; readonly error: PaymentsError; readonly isRate: boolean }
  /** The write may be applied. Asking again with the same key may show it, or not. */
  | { readonly is: 'unknown'; readonly error: PaymentsError; readonly mayAsk: boolean };

const stopping = [
  ConfigurationError,
  CredentialsError,
  SignatureRequiredError,
  UnauthorizedError,
  JournalError,
  AbortedError,
  RunError,
];

/** What went wrong before the service saw the write, in errors without an outcome of their own. */
function meaningOfLocal(error: PaymentsError): ErrorMeaning {
  const isFinal = error instanceof InvalidRequestError || error instanceof SigningError;
  return isFinal ? { is: 'refused', error } : { is: 'unknown', error, mayAsk: true };
}

function meaningOfUnknown(error: PaymentsError): ErrorMeaning {
  const { cause } = error;
  // The journal failed after it may have recorded the write: it will for the next one.
  if (error instanceof OutcomeUnknownError && cause instanceof JournalError) {
    return { is: 'stop', error: cause, mayBeSent: true };
  }
  return { is: 'unknown', error, mayAsk: true };
}

/**
 * Decides by the facts of an error, never by its text. Anything but an error of the client is one of the
 * program.
 */
export function meaningOf(error: unknown, itemId: string): ErrorMeaning {
  if (!isPaymentsError(error)) {
    const stop = new RunError('RUN_PAY_FAILED', { itemId, cause: error });
    return { is: 'stop', error: stop, mayBeSent: true };
  }
  // The key was used for another request, which may have been applied: another key could pay twice.
  if (error instanceof IdempotencyKeyReusedError) return { is: 'unknown', error, mayAsk: false };
  if (stopping.some((kind) => error instanceof kind)) {
    return { is: 'stop', error, mayBeSent: false };
  }
  if (error.outcome === 'applied') {
    const id = error instanceof ContractError ? error.resourceId : undefined;
    if (id === undefined) return { is: 'unknown', error, mayAsk: true };
    return { is: 'applied', error, resourceId: id };
  }
  if (error.outcome === 'unknown') return meaningOfUnknown(error);
  const isRate = error instanceof RateLimitError;
  if (isRate || error.retryable) return { is: 'later', error, isRate };
  if (error.outcome === 'not-applied' || error instanceof ApiError) return { is: 'refused', error };
  return meaningOfLocal(error);
}
