import type { InputIssue } from '@org/payments-contract';
import { isPaymentsError, type PaymentsError } from '../errors/payments-error.ts';
import { RunError } from './run-error.ts';

/** The fields that some errors of the client have. */
export type FoundError = PaymentsError & {
  readonly status?: number;
  readonly requestId?: string;
  readonly resourceId?: string;
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly InputIssue[];
};

/** What an error means for the item, and for the run. */
export type ErrorMeaning = { readonly error: FoundError } & (
  | /** Every item would end like this: the run stops. */
  { readonly is: 'stop'; readonly mayBeSent: boolean }
  /** The write was applied, and its response cannot be returned. */
  | { readonly is: 'applied'; readonly resourceId: string }
  /** The write is certainly not applied, and will not be. */
  | { readonly is: 'refused' }
  /** The write is certainly not applied, and the same one may be later. */
  | { readonly is: 'later' }
  /** The write may be applied. Asking again with the same key may show it, or not. */
  | { readonly is: 'unknown'; readonly mayAsk: boolean }
);

/** Credentials, the set-up, or the journal: what is wrong with them is wrong for every item. */
const stopping: readonly string[] = [
  'ConfigurationError',
  'CredentialsError',
  'SignatureRequiredError',
  'UnauthorizedError',
  'JournalError',
  'AbortedError',
  'RunError',
];

/** Errors of one item that were found before anything was sent. */
const local: readonly string[] = ['InvalidRequestError', 'SigningError'];

/**
 * Decides by the facts of an error, never by its text. Anything but an error of the client is one of the
 * program.
 */
export function meaningOf(thrown: unknown, itemId: string): ErrorMeaning {
  if (!isPaymentsError(thrown)) {
    const error = new RunError('RUN_PAY_FAILED', { itemId, cause: thrown });
    return { is: 'stop', error, mayBeSent: true };
  }
  const error: FoundError = thrown;
  const { name, outcome, cause, resourceId } = error;
  // The key was used for another request, which may have been applied: another key could pay twice.
  if (name === 'IdempotencyKeyReusedError') return { is: 'unknown', error, mayAsk: false };
  if (stopping.includes(name)) return { is: 'stop', error, mayBeSent: false };
  if (outcome === 'applied' && resourceId !== undefined)
    return { is: 'applied', error, resourceId };
  // The journal failed after it may have recorded the write: it will for the next one.
  if (outcome === 'unknown' && isPaymentsError(cause) && cause.name === 'JournalError') {
    return { is: 'stop', error: cause, mayBeSent: true };
  }
  if (outcome === 'applied' || outcome === 'unknown') return { is: 'unknown', error, mayAsk: true };
  // What is not the service's own refuses nothing.
  const isForeign = name === 'ContractError' || error.code === 'UNREADABLE_ERROR';
  if (error.status === 429 || error.retryable || isForeign) return { is: 'later', error };
  const isFinal = outcome === 'not-applied' || error.status !== undefined || local.includes(name);
  return isFinal ? { is: 'refused', error } : { is: 'unknown', error, mayAsk: true };
}
