import { wait } from '@org/payments-contract/internal';
import { resultId } from '@org/payments-contract/internal/schema';
import type { ConnectionProblem } from '../../errors/connection-problem.ts';
import { attachOutcome } from '../../errors/payments-error.ts';
import type { AttemptFailure, AttemptObservation } from '../../outcome/observations.ts';
import { type Moment, momentOf } from '../../outcome/read-timing.ts';
import { verdict } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import { type BrokenUpload, brokenUpload, isConsumed } from '../request/upload/upload.ts';
import type { CompleteResponse } from '../response/complete-response.ts';
import { reportDeprecation } from '../response/deprecation.ts';
import { type Reading, readResponse } from '../response/read-response.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import { authorize, authorizedAgain, isRenewable } from './authorize.ts';
import { attemptRequest, type LegRequest, legRequest, type Signature } from './leg.ts';
import { type AttemptEnd, errorAfter, observationOf, outcomeError } from './outcome-error.ts';
import type { journaled } from './recording.ts';
import { isRetried, MAX_RETRY_AFTER, parseRetryAfter, retryDelay } from './retry-policy.ts';

/** The result of a request of a call that did not end with an error. */
export interface LegResult {
  readonly response: CompleteResponse;
  readonly reading: Extract<Reading, { kind: 'value' | 'challenge' }>;
  readonly leg: LegRequest;
  /** The `Request-Id` of the response. */
  readonly id: string | null;
  /** Everything that was seen of the request. */
  readonly seen: readonly AttemptObservation[];
}

/** The service's clock if the response has a date, otherwise ours. */
export function serverTime(response: CompleteResponse, now: number): number {
  const date = Date.parse(response.header('date') ?? '');
  return Number.isNaN(date) ? now : date;
}

/** One attempt: its result, and the error or value with which it would end the call. */
interface AttemptFacts {
  readonly seen: AttemptObservation;
  readonly settled?: Omit<LegResult, 'seen'>;
  readonly end?: AttemptEnd;
}

function failureFacts(failure: AttemptFailure, at: number): AttemptFacts {
  const { phase, why } = failure;
  return { seen: { kind: phase === 'unsent' ? phase : 'sent', at, why }, end: { failure } };
}

function responseFacts(
  call: Call,
  leg: LegRequest,
  response: CompleteResponse,
  now: number,
): AttemptFacts {
  const reading = readResponse(call, leg, response);
  if (response.header('deprecation') !== null || response.header('sunset') !== null) {
    reportDeprecation(call.operation.name, response);
  }
  const id = response.header('request-id');
  const shown = reading.kind === 'challenge' ? reading.challenge.requestId : id;
  if (shown !== null) call.noteRequestId(shown);
  const seen = observationOf(reading, now);
  if (seen.kind === 'service-response' && response.header('age') === null) {
    call.context.serviceClock.note(response.header('date'), momentOf(call.settings.clock));
  }
  if (reading.kind === 'value') return { seen, settled: { response, reading, leg, id } };
  const date = Date.parse(response.header('date') ?? '');
  if (!Number.isNaN(date)) call.clockOffset = date - now;
  if (id !== null) call.requestIds.push(id);
  if (reading.kind === 'challenge') return { seen, settled: { response, reading, leg, id } };
  const retryAfter = parseRetryAfter(response.header('retry-after'), serverTime(response, now));
  return { seen, end: { response, reading, retryAfter } };
}

function startAttempt(call: Call, leg: LegRequest, authorization: string, resend: number) {
  const { clock, timeout, maxResponseBytes, transport, signal: outer } = call.settings;
  const startedAt = clock.now();
  const { isObserved } = call;
  if (isObserved) {
    const facts = { leg: leg.sending.leg, attempt: call.attempts.length + 1 };
    call.emit({ type: 'attempt.start', ...facts, resend });
  }
  const result = attempt(transport, attemptRequest(call, leg, authorization), {
    clock,
    timeout,
    left: call.remainingAt(isObserved ? call.now() : startedAt),
    outer,
    maxResponseBytes,
  });
  return {
    startedAt,
    monotonicAt: clock.monotonic?.(),
    /** Whether its start was announced; only then is its end announced. */
    isObserved,
    result,
  };
}

type RunningAttempt = ReturnType<typeof startAttempt>;

/** Interprets the result of an attempt, records it and announces the attempt's end. */
function endAttempt(
  call: Call,
  leg: LegRequest,
  { startedAt, monotonicAt, isObserved }: RunningAttempt,
  result: AttemptResult,
): AttemptFacts {
  const endedAt = call.settings.clock.now();
  const attempted =
    result.failure === undefined
      ? responseFacts(call, leg, result.response, endedAt)
      : failureFacts(result.failure, endedAt);
  const { response } = result;
  const { end } = attempted;
  const errorEnd = end !== undefined && end.failure === undefined ? end : undefined;
  const status = response?.status ?? result.failure?.status;
  const number = call.attempts.push({
    leg: leg.sending.leg,
    startedAt,
    monotonicAt,
    endedAt,
    status,
    failure: result.failure,
    errorCode:
      errorEnd !== undefined && 'isTransient' in errorEnd.reading
        ? errorEnd.reading.body?.code
        : undefined,
    retryAfter: errorEnd?.retryAfter,
  });
  if (isObserved) {
    call.emit({
      type: 'attempt.end',
      leg: leg.sending.leg,
      attempt: number,
      status,
      error: result.failure?.why,
      durationMs: endedAt - startedAt,
    });
  }
  return attempted;
}

function brokenUploadOf(leg: LegRequest, { failure }: AttemptEnd): BrokenUpload | undefined {
  return failure === undefined ? undefined : brokenUpload(leg.request, failure);
}

/** An incomplete request is treated as one that was not sent. */
function asUnsent({ at }: AttemptObservation, { failure }: AttemptEnd): AttemptObservation {
  return { kind: 'unsent', at, why: failure?.why ?? 'network' };
}

/** Waits before the next attempt. Returns a limit that is reached meanwhile. */
async function pause(call: Call, delay: number, why: string): Promise<AttemptFailure | undefined> {
  if (call.isObserved) call.emit({ type: 'retry', delayMs: delay, why });
  const { clock, signal } = call.settings;
  try {
    await wait(clock, delay, signal);
    return undefined;
  } catch (cause) {
    return { why: 'aborted', phase: 'unsent', status: undefined, cause };
  }
}

/** Statuses of an overloaded service, whatever code the body has. */
function isOverload(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Counts a response that is not a sign of overload towards further retries. */
function refund(call: Call, { seen, settled, end }: AttemptFacts): void {
  if ('why' in seen || seen.isTransient) return;
  const status = (settled ?? end)?.response?.status ?? 0;
  if (!isOverload(status)) call.context.budget.refund();
}

/** Milliseconds until the next attempt; undefined if the call has to end. */
function nextDelay(call: Call, retries: number, end: AttemptEnd): number | undefined {
  const { settings, context } = call;
  const asked = end.response === undefined ? undefined : end.retryAfter;
  const delay = retryDelay(retries, asked, context.random);
  const hasTime = delay <= MAX_RETRY_AFTER && delay < call.remaining;
  return retries < settings.retry && hasTime && context.budget.take() ? delay : undefined;
}

/** Why a connection failed. Only a call that ends without one loads what explains it. */
async function problemOf({ failure }: AttemptEnd): Promise<ConnectionProblem | undefined> {
  if (failure?.why !== 'network') return undefined;
  const loaded = await import('../../errors/connection-problem.ts').catch(() => undefined);
  return loaded?.connectionProblem(failure.cause);
}

/** Sends a request as often as its outcomes, the retries and the deadline allow. */
async function sendLeg(call: Call, leg: LegRequest): Promise<LegResult> {
  const earlier: AttemptObservation[] = [];
  const { known } = call.context.authorization;
  const isKnown = known !== undefined && call.operation.row.auth !== 'none';
  let authorized: string | AttemptFailure = isKnown ? known : await authorize(call);
  let authorization = '';
  let isRenewed = false;
  let retries = 0;
  const first = call.attempts.length;
  for (;;) {
    if (typeof authorized === 'string') authorization = authorized;
    let attempted: AttemptFacts;
    if (typeof authorized === 'string') {
      const started = startAttempt(call, leg, authorized, call.attempts.length - first);
      attempted = endAttempt(call, leg, started, await started.result);
    } else attempted = failureFacts(authorized, call.now());
    if (!call.context.budget.isFull) refund(call, attempted);
    const { seen, settled } = attempted;
    if (settled !== undefined) return { ...settled, seen: [...earlier, seen] };
    let end = attempted.end as AttemptEnd;
    const broken = brokenUploadOf(leg, end);
    const last = broken === undefined ? seen : asUnsent(seen, end);
    const observations = [...earlier, last];
    const found = verdict(leg, observations, call.now());
    const canSend = broken?.error === undefined && !isConsumed(leg.request);
    if (canSend && !isRenewed && isRenewable(call, leg, end)) {
      isRenewed = true;
      try {
        authorized = await authorize(call, authorization);
        earlier.push(seen);
        if (authorized !== authorization) continue;
      } catch (cause) {
        end = { ...end, cause } as AttemptEnd;
      }
    }
    const delay =
      canSend && isRetried(leg.sending, last) ? nextDelay(call, retries, end) : undefined;
    if (delay === undefined) {
      // An earlier attempt of a keyed write may have been applied.
      if (broken?.error !== undefined && found.outcome !== 'unknown') throw broken.error;
      const sent = call.attempts[first];
      const sentAt: Moment =
        sent === undefined
          ? momentOf(call.settings.clock)
          : { now: sent.startedAt, monotonic: sent.monotonicAt };
      const context = {
        call,
        leg,
        authorization,
        sentAt,
        seen: observations,
        verdict: found,
        problem: await problemOf(end),
      };
      const error = outcomeError(context, errorAfter(found.outcome, last) ?? 'ApiError', end);
      throw attachOutcome(error, found.outcome);
    }
    retries += 1;
    earlier.push(last);
    const why = end.failure?.why ?? String(end.response?.status);
    authorized =
      (await pause(call, delay, why)) ?? (await authorizedAgain(call, authorized, authorization));
  }
}

/** What the journal records of a request that did not end with an error. */
function journaledEnd(call: Call, { response, reading, leg, seen }: LegResult) {
  const { outcome } = verdict(leg, seen, call.now());
  const { row } = leg.request.operation;
  const resourceId = reading.kind === 'value' ? resultId(row, reading.value) : undefined;
  return { outcome, status: response.status, resourceId };
}

/**
 * Sends a request of a call: an unsigned operation's, or one leg of a signed one.
 *
 * @throws ConnectionError, TimeoutError, AbortedError, ApiError if nothing was changed;
 *   OutcomeUnknownError if something may have been; ContractError for a response that cannot be
 *   used
 */
export function send(
  call: Call,
  request: PreparedRequest,
  signature?: Signature,
): Promise<LegResult> {
  const leg = legRequest(call, request, signature);
  const { journal } = call.context;
  if (journal === undefined) return sendLeg(call, leg);
  const record = journal.work.record as typeof journaled;
  const endOf = (settled: LegResult) => journaledEnd(call, settled);
  return record(call, leg, () => sendLeg(call, leg), endOf);
}
