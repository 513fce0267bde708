import { wait } from '../client/clock.ts';
import type { Leg } from '../client/events.ts';
import type { TransportRequest } from '../transport/transport.ts';
import {
  type Answer,
  type AttemptFailure,
  type AttemptResult,
  attempt,
  deadlineReached,
  linkAbort,
} from './attempt.ts';
import type { Call } from './call.ts';
import { errorCodeOf, isUnheard } from './error-body.ts';
import { failureError } from './failure-error.ts';
import {
  isPassingFailure,
  isPassingRefusal,
  isRepeatable,
  MAX_RETRY_AFTER,
  parseRetryAfter,
  retryDelay,
} from './retry-policy.ts';

/** One request of a call, and what it is in it. */
export interface Send {
  readonly request: Omit<TransportRequest, 'signal'>;
  readonly leg: Leg | undefined;
  /** The challenge a second leg answers. */
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The service's clock where it sent one, ours else. */
export function serverTime(answer: Answer, now: number): number {
  const date = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

interface Passing {
  readonly why: string;
  readonly retryAfter: number | undefined;
}

function passing(call: Call, result: AttemptResult, repeatable: boolean): Passing | undefined {
  if (result.failure !== undefined) {
    const { failure } = result;
    return isPassingFailure(failure, repeatable)
      ? { why: failure.why, retryAfter: undefined }
      : undefined;
  }
  const { answer } = result;
  if (!repeatable || answer.status < 400) return undefined;
  if (!isPassingRefusal(answer.status, errorCodeOf(answer))) return undefined;
  const now = serverTime(answer, call.now());
  const retryAfter = parseRetryAfter(answer.header('retry-after'), now);
  return { why: String(answer.status), retryAfter };
}

async function observedAttempt(call: Call, send: Send, outer: AbortSignal): Promise<AttemptResult> {
  call.attempts += 1;
  const facts = { leg: send.leg, attempt: call.attempts };
  const start = call.now();
  call.emit({ type: 'attempt.start', ...facts });
  const { clock, timeout, maxResponseBytes, transport } = call.settings;
  const result = await attempt(transport, send.request, {
    clock,
    timeout,
    outer,
    maxResponseBytes,
  });
  call.emit({
    type: 'attempt.end',
    ...facts,
    status: result.answer?.status ?? result.failure?.status,
    error: result.failure?.why,
    durationMs: call.now() - start,
  });
  return result;
}

/** A result, knowing whether an attempt before it may have reached the service. */
function after(lost: boolean, { answer, failure }: AttemptResult): AttemptResult {
  if (answer !== undefined) return { answer: { ...answer, followsLoss: lost } };
  return { failure: { ...failure, mayHaveArrived: lost || failure.phase !== 'unsent' } };
}

async function attempts(call: Call, send: Send, outer: AbortSignal): Promise<AttemptResult> {
  const { row } = call.operation;
  const repeatable = isRepeatable(row.retry, row.signing, send.leg);
  let lost = false;
  for (let retries = 0; ; retries += 1) {
    const result = after(lost, await observedAttempt(call, send, outer));
    lost ||= result.answer ? isUnheard(result.answer) : result.failure.mayHaveArrived === true;
    const reason = passing(call, result, repeatable);
    if (reason === undefined) {
      if (result.answer !== undefined) call.context.budget.refund();
      return result;
    }
    const delay = retryDelay(retries, reason.retryAfter, call.context.random);
    const canWait = delay <= MAX_RETRY_AFTER && delay < call.remaining;
    if (retries >= call.settings.retry || !canWait || !call.context.budget.take()) return result;
    call.emit({ type: 'retry', delayMs: delay, why: reason.why });
    try {
      await wait(call.settings.clock, delay, outer);
    } catch (cause) {
      return after(lost, { failure: whileWaiting(cause) });
    }
  }
}

function whileWaiting(cause: unknown): AttemptFailure {
  const isDeadline = cause === deadlineReached;
  return {
    why: isDeadline ? 'deadline' : 'aborted',
    phase: 'unsent',
    status: undefined,
    cause: isDeadline ? undefined : cause,
  };
}

/**
 * Sends a request within what is left of the deadline, as often as the operation's rule allows.
 *
 * @throws ConnectionError, TimeoutError, AbortedError where nothing can have been changed;
 *   OutcomeUnknownError where something may have been
 */
export async function send(call: Call, part: Send): Promise<Answer> {
  const { clock, signal } = call.settings;
  const timer = new AbortController();
  const unlink = signal === undefined ? undefined : linkAbort(signal, timer);
  const sentAt = call.now();
  const cancel = clock.setTimeout(() => timer.abort(deadlineReached), Math.max(0, call.remaining));
  try {
    const result = await call.timed(() => attempts(call, part, timer.signal));
    if (result.answer !== undefined) return result.answer;
    throw failureError(call, part, result.failure, sentAt);
  } finally {
    cancel();
    unlink?.();
  }
}
