import type { RetryRule, Signing } from '@org/payments-contract';
import type { Leg } from '../observe/events.ts';

/** The outcome of a write. */
export type Outcome = 'applied' | 'not-applied' | 'unknown';

/** The properties of a request that decide whether it may be sent twice. */
export interface Sending {
  readonly rule: RetryRule;
  readonly signing: Signing;
  readonly leg: Leg | undefined;
  /** Whether the request carries an idempotency key. */
  readonly hasKey: boolean;
}

/** Why an attempt ended without a complete response. */
export type FailureReason = 'network' | 'timeout' | 'deadline' | 'aborted' | 'unusable';

/** Why an attempt has no complete response, and the stage it reached. */
export interface AttemptFailure {
  readonly why: FailureReason;
  /** `unsent`: it is proven that nothing was sent. `body`: the status line arrived. */
  readonly phase: 'unsent' | 'sent' | 'body';
  /** The status line, if one arrived. */
  readonly status: number | undefined;
  readonly cause: unknown;
}

/**
 * The meaning of a complete response.
 *
 * - `value`: this operation's own success: with what identifies its result, or empty where the
 *   operation returns nothing
 * - `differs`: success, with JSON that cannot be returned: a strict read that differs from the
 *   contract, or an integer that would be rounded
 * - `challenge`: a signature is required, nothing was changed
 * - `refused`: an error that means that the service did not act
 * - `unclear`: an error that leaves open whether the service acted: 408, 502, 504, any other 5xx but
 *   501 and 503, and an error of any status that the service did not write
 * - `foreign`: not a response of this operation: a success without what identifies its result, a
 *   redirect, a challenge that is not expected
 */
export type ResponseKind = 'value' | 'differs' | 'challenge' | 'refused' | 'unclear' | 'foreign';

/** The result of one attempt, as the transport reports it. */
export type AttemptObservation =
  /** Proven: no byte of the request was sent. */
  | { readonly phase: 'unsent'; readonly why: Exclude<FailureReason, 'unusable'> }
  /** The request may have been sent; no status line arrived. */
  | { readonly phase: 'sent'; readonly why: Exclude<FailureReason, 'unusable'> }
  /** The response started and broke off, or its bytes cannot be read. */
  | { readonly phase: 'body'; readonly why: FailureReason }
  | {
      readonly phase: 'response';
      readonly kind: ResponseKind;
      /** The error means that the same request may succeed later. */
      readonly isTransient: boolean;
    };

/** The class of the error that a call ends with. */
export type ErrorResult =
  | 'ConnectionError'
  | 'TimeoutError'
  | 'AbortedError'
  | 'ContractError'
  | 'ApiError'
  | 'OutcomeUnknownError';

/** Whether the service changes something when it acts on the request. */
export function changesSomething({ rule, signing, leg }: Sending): boolean {
  return rule !== 'safe' && !(signing === 'required' && leg === 1);
}

/**
 * Whether the request may arrive twice: it changes nothing, or its key ensures that the service
 * acts once.
 */
export function mayArriveTwice(sending: Sending): boolean {
  if (sending.leg === 2) return false;
  return !changesSomething(sending) || (sending.rule === 'keyed' && sending.hasKey);
}

/** Whether the service may have acted on one attempt. */
export function mayHaveActed(seen: AttemptObservation): boolean {
  if (seen.phase !== 'response') return seen.phase !== 'unsent';
  return seen.kind !== 'refused' && seen.kind !== 'challenge';
}

const failureErrors: Readonly<Record<FailureReason, ErrorResult>> = {
  network: 'ConnectionError',
  timeout: 'TimeoutError',
  deadline: 'TimeoutError',
  aborted: 'AbortedError',
  unusable: 'ContractError',
};

/**
 * Whether the client sends the same bytes again after an attempt, if retries, deadline and
 * budget allow it.
 */
export function isRetried(sending: Sending, seen: AttemptObservation): boolean {
  if (seen.phase === 'response') return seen.isTransient && mayArriveTwice(sending);
  if (seen.why !== 'network' && seen.why !== 'timeout') return false;
  return seen.phase === 'unsent' || mayArriveTwice(sending);
}

/**
 * Returns the class of the error that a call ends with after its last attempt; undefined for a value
 * or a challenge.
 *
 * @param outcome the verdict on all attempts of the request
 */
export function errorAfter(outcome: Outcome, seen: AttemptObservation): ErrorResult | undefined {
  if (seen.phase === 'response') {
    if (seen.kind === 'value' || seen.kind === 'challenge') return undefined;
    if (seen.kind === 'differs') return 'ContractError';
  }
  if (outcome === 'unknown') return 'OutcomeUnknownError';
  if (seen.phase !== 'response') return failureErrors[seen.why];
  return seen.kind === 'refused' || seen.kind === 'unclear' ? 'ApiError' : 'ContractError';
}
