import type { ReadTiming } from './read-timing.ts';

export type Outcome = 'applied' | 'not-applied' | 'unknown';

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
 */
export type ResponseMeaning = 'value' | 'differs' | 'challenge' | 'refused' | 'unclear';

export type AttemptObservation =
  /** Proven: no byte of the request was sent. */
  | { readonly kind: 'unsent'; readonly at: number; readonly why: FailureReason }
  /**
   * The request may have been sent, and no complete response arrived. `why` is undefined if only a
   * journal shows that it was about to be sent.
   */
  | { readonly kind: 'sent'; readonly at: number; readonly why: FailureReason | undefined }
  /** A response that the service wrote to this request. */
  | {
      readonly kind: 'service-response';
      readonly at: number;
      readonly response: ResponseMeaning;
      /** The error means that the same request may succeed later. */
      readonly isTransient: boolean;
    }
  /** A response that something other than the service may have written. */
  | {
      readonly kind: 'foreign-response';
      readonly at: number;
      readonly response: 'unclear' | 'foreign';
      readonly isTransient: boolean;
    };

/** A read of the resource, or of a list, after the write was sent. */
export interface ReadObservation extends ReadTiming {
  readonly kind: 'read';
  /** What the resource or the list shows of the write. */
  readonly shows: Outcome;
}

/** The same request, sent again later with the same idempotency key. */
export interface RepeatObservation {
  readonly kind: 'repeat-with-key';
  readonly at: number;
  /**
   * `applied`: accepted with this operation's own response. `not-applied`: refused, so that at least
   * this repeat was not applied. `unknown`: no response shows it.
   */
  readonly shows: Outcome;
  /** `at` by the monotonic clock of the process. */
  readonly monotonicAt?: number | undefined;
}

/** The verdict that an earlier process recorded in the journal; what it was based on is no longer known. */
export interface RecordedObservation {
  readonly kind: 'recorded';
  readonly at: number;
  readonly shows: Outcome;
}

/** One thing that was seen of a write; `at` is its time, in milliseconds since the epoch. */
export type Observation =
  | AttemptObservation
  | ReadObservation
  | RepeatObservation
  | RecordedObservation;
