import type { ClientContext } from '../call/context.ts';
import { safeCause } from '../call/response/scrub.ts';
import { AbortedError, JournalError, type JournalProblem } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { LimitReached, limited } from '../limits/limited.ts';

const problem: JournalProblem = {
  message: 'The journal could not be read or written, or not in time.',
  action: "Check the journal's storage, and try again: what was not settled stays open.",
  retryable: true,
};

export interface JournalLimits {
  /** Milliseconds; default: those of an attempt of the client. */
  readonly timeout?: number | undefined;
  /** Milliseconds that the recovery has left; default: no limit. */
  readonly left?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Milliseconds that a recovery whose deadline has passed, or that was ended, still waits for its
 * journal, which records what was found out and releases the claims.
 */
export const GRACE = 10_000;

/**
 * Waits for the work of a journal: one that hangs must not hold a recovery.
 *
 * @throws JournalError if the journal fails or takes too long; ConfigurationError if it cannot be
 *   opened; AbortedError
 */
export async function withinLimits<Value>(
  { settings }: ClientContext,
  limits: JournalLimits,
  work: () => Promise<Value>,
): Promise<Value> {
  const { clock, timeout: ofAttempt } = settings(undefined);
  const { timeout = ofAttempt, left = Number.POSITIVE_INFINITY, signal } = limits;
  const started = (async () => work())();
  try {
    return await limited(started, { clock, timeout, left: left > 0 ? left : GRACE, signal });
  } catch (error) {
    if (error instanceof LimitReached && error.limit === 'aborted') {
      throw new AbortedError({ cause: error.cause });
    }
    if (isPaymentsError(error)) throw error;
    const cause = error instanceof LimitReached ? error : safeCause(error, []);
    throw new JournalError(problem, { cause });
  }
}
