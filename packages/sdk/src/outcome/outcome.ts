import type { RetryRule, Signing } from '@org/payments-contract';
import type { Leg } from '../observe/events.ts';

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
export type Seen =
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

/**
 * What the caller can do after the error.
 *
 * - `call-again`: nothing was changed
 * - `follow-error`: nothing was changed; follow the error's own `action`
 * - `repeat-with-key`: repeat the call with the same idempotency key
 * - `find-out-first`: do not repeat before `reconcile()` or a read has shown what happened
 * - `do-not-repeat`: a write was accepted; the error carries the response
 * - `report`: nothing was changed; the response differs from the contract
 */
export type Advice =
  | 'call-again'
  | 'follow-error'
  | 'repeat-with-key'
  | 'find-out-first'
  | 'do-not-repeat'
  | 'report';

/** What follows from an attempt. */
export interface Outcome {
  /** Whether the same bytes may be sent again, if retries, deadline and budget allow it. */
  readonly mayRepeat: boolean;
  /** The error that the call ends with if it ends here; undefined for a value or a challenge. */
  readonly error: ErrorResult | undefined;
  readonly advice: Advice | undefined;
}

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
function mayHaveActed(seen: Seen): boolean {
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

function mayRepeat(sending: Sending, seen: Seen): boolean {
  if (seen.phase === 'response') return seen.isTransient && mayArriveTwice(sending);
  if (seen.why !== 'network' && seen.why !== 'timeout') return false;
  return seen.phase === 'unsent' || mayArriveTwice(sending);
}

function knownError(seen: Seen): ErrorResult {
  if (seen.phase !== 'response') return failureErrors[seen.why];
  return seen.kind === 'refused' || seen.kind === 'unclear' ? 'ApiError' : 'ContractError';
}

const knownAdvice: Readonly<Record<ErrorResult, Advice>> = {
  ConnectionError: 'call-again',
  TimeoutError: 'call-again',
  AbortedError: 'call-again',
  ApiError: 'follow-error',
  ContractError: 'report',
  OutcomeUnknownError: 'find-out-first',
};

/**
 * Decides what follows from an attempt: whether its request may be sent again, and which error the
 * call ends with otherwise. This is the only place that decides whether a change may have been
 * applied. `docs/reliability.md` shows the table of all combinations.
 *
 * @param earlier the results of earlier attempts of the same request
 */
export function outcomeOf(sending: Sending, earlier: readonly Seen[], seen: Seen): Outcome {
  if (seen.phase === 'response') {
    if (seen.kind === 'value' || seen.kind === 'challenge') {
      return { mayRepeat: false, error: undefined, advice: undefined };
    }
    if (seen.kind === 'differs') {
      const advice = changesSomething(sending) ? 'do-not-repeat' : 'report';
      return { mayRepeat: false, error: 'ContractError', advice };
    }
  }
  const repeat = mayRepeat(sending, seen);
  const isOpen = changesSomething(sending) && (mayHaveActed(seen) || earlier.some(mayHaveActed));
  if (isOpen) {
    const canRepeatWithKey = sending.hasKey && mayArriveTwice(sending);
    const advice = canRepeatWithKey ? 'repeat-with-key' : 'find-out-first';
    return { mayRepeat: repeat, error: 'OutcomeUnknownError', advice };
  }
  const error = knownError(seen);
  return { mayRepeat: repeat, error, advice: knownAdvice[error] };
}
