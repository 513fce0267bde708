import { resultId } from '@org/payments-contract/internal/schema';
import { apiError } from '../../errors/api-error.ts';
import { AbortedError } from '../../errors/caller-errors.ts';
import type { ConnectionProblem } from '../../errors/connection-problem.ts';
import { foreignMessage } from '../../errors/error-body.ts';
import { IdempotencyKeyReusedError } from '../../errors/idempotency-key-error.ts';
import {
  ConnectionError,
  ContractError,
  OutcomeUnknownError,
  TimeoutError,
} from '../../errors/network-errors.ts';
import { isPaymentsError, type PaymentsError } from '../../errors/payments-error.ts';
import type {
  AttemptFailure,
  AttemptObservation,
  FailureReason,
  Observation,
  Outcome,
} from '../../outcome/observations.ts';
import { type Moment, momentOf } from '../../outcome/read-timing.ts';
import { type Reader, reconcileAdvice, reconciler } from '../../outcome/reconcile.ts';
import type { Verdict } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import { changeOf } from '../request/prepare.ts';
import type { CompleteResponse } from '../response/complete-response.ts';
import type { Reading } from '../response/read-response.ts';
import { safeCause, scrub, scrubValue, secretTexts } from '../response/scrub.ts';
import { refusesKey } from '../response/used-key.ts';
import { type LegRequest, requestIdOf } from './leg.ts';

export type AttemptEnd =
  | { readonly failure: AttemptFailure; readonly response?: undefined }
  | {
      readonly failure?: undefined;
      readonly response: CompleteResponse;
      readonly reading: Exclude<Reading, { kind: 'value' | 'challenge' }>;
      readonly retryAfter: number | undefined;
      /** The error that kept the client from renewing its credentials after a 401. */
      readonly cause?: unknown;
    };

/** The context of an error: its call, its request and what was sent. */
export interface RequestContext {
  readonly call: Call;
  readonly leg: LegRequest;
  readonly authorization: string;
  /** When the request was first sent. */
  readonly sentAt: Moment;
  /** Everything that was seen of the request, and the verdict on it. */
  readonly seen: readonly Observation[];
  readonly verdict: Verdict;
  /** Why the connection failed, if that is known. */
  readonly problem?: ConnectionProblem | undefined;
}

/** The class of the error that a call ends with. */
type ErrorResult =
  | 'ConnectionError'
  | 'TimeoutError'
  | 'AbortedError'
  | 'ContractError'
  | 'ApiError'
  | 'OutcomeUnknownError';

const failureErrors: Readonly<Record<FailureReason, ErrorResult>> = {
  network: 'ConnectionError',
  timeout: 'TimeoutError',
  deadline: 'TimeoutError',
  aborted: 'AbortedError',
  unusable: 'ContractError',
};

/**
 * Returns the class of the error that a call ends with after its last attempt; undefined for a value
 * or a challenge.
 *
 * @param outcome the verdict on all attempts of the request
 */
export function errorAfter(outcome: Outcome, seen: AttemptObservation): ErrorResult | undefined {
  if ('why' in seen) {
    return outcome === 'unknown' ? 'OutcomeUnknownError' : failureErrors[seen.why ?? 'network'];
  }
  const { response } = seen;
  if (response === 'value' || response === 'challenge') return undefined;
  if (outcome === 'unknown') return 'OutcomeUnknownError';
  return response === 'refused' || response === 'unclear' ? 'ApiError' : 'ContractError';
}

const failureTexts: Readonly<Record<FailureReason, string>> = {
  timeout: 'No complete response arrived within the timeout.',
  deadline: 'No complete response arrived within the deadline.',
  aborted: 'The call was aborted while the request was under way.',
  network: 'The connection broke before a complete response arrived.',
  unusable: 'The body of the response is not UTF-8.',
};

/** @param cause the safe copy of what the transport threw, which keeps its name */
function unusableText(cause: unknown, limit: number): string {
  const isTooLarge = cause instanceof Error && cause.name === 'BodyTooLargeError';
  if (!isTooLarge) return failureTexts.unusable;
  return `The body of the response is larger than ${limit} bytes, the option \`maxResponseBytes\`.`;
}

function secretsIn({ leg, authorization }: RequestContext): string[] {
  return secretTexts(leg.request, { ...leg.headers, authorization });
}

function failureError(
  request: RequestContext,
  failure: AttemptFailure,
  cause: unknown,
): PaymentsError {
  const { settings, operation } = request.call;
  const context = { operation: operation.name, cause };
  switch (failure.why) {
    case 'aborted':
      return new AbortedError(context);
    case 'unusable':
      return new ContractError(unusableText(cause, settings.maxResponseBytes), {
        ...context,
        status: failure.status,
        accepted: false,
      });
    case 'network': {
      const { message, action } = request.problem ?? {};
      const isSent = failure.phase !== 'unsent';
      const text = isSent ? failureTexts.network : 'The service could not be reached.';
      return new ConnectionError(message ?? text, { ...context, action });
    }
    default:
      return new TimeoutError(failure.why, settings[failure.why], context);
  }
}

function headersOf(response: CompleteResponse, secrets: readonly string[]) {
  const fields: Record<string, string> = {};
  for (const [name, value] of response.headers()) {
    if (name !== 'set-cookie') fields[name] = scrub(value, secrets);
  }
  return fields;
}

type Responded = Extract<AttemptEnd, { response: CompleteResponse }>;

function responseError(request: RequestContext, end: Responded): PaymentsError {
  const { operation } = request.call;
  const { response, reading, retryAfter, cause } = end;
  const { status } = response;
  const secrets = secretsIn(request);
  const requestId = requestIdOf(request.leg, response);
  if ('isTransient' in reading) {
    const { text } = response;
    const serviceMessage = foreignMessage(text);
    const what = `The service responded with ${status} without a readable error body.`;
    const message =
      serviceMessage === undefined ? what : `${what} Its message: ${serviceMessage.slice(0, 500)}`;
    const body = reading.body ?? { status, code: 'UNREADABLE_ERROR', message };
    const headers = headersOf(response, secrets);
    const context = { operation: operation.name, requestId, retryAfter, headers, text, cause };
    return apiError(scrubValue(body, secrets) as typeof body, context);
  }
  return new ContractError(reading.message, {
    operation: operation.name,
    status,
    drift: reading.drift,
    accepted: request.verdict.outcome === 'applied',
    resourceId: resultId(request.call.operation.row, reading.value),
    requestId,
    idempotencyKey: request.leg.idempotencyKey,
    text: response.text,
  });
}

function unknownOutcome(
  request: RequestContext,
  end: AttemptEnd,
  cause: Error,
): OutcomeUnknownError {
  const { call, leg } = request;
  const { idempotencyKey, signature } = leg;
  const { now: sentAt, monotonic: monotonicAt } = request.sentAt;
  const requestId =
    end.response === undefined ? signature?.requestId : requestIdOf(leg, end.response);
  const reader: Reader = {
    clock: call.settings.clock,
    operation: call.context.operation,
    read: (operation, input) => call.readLater(operation, input),
  };
  const timing = {
    sentAt,
    monotonicAt,
    // Without a deadline the call has ended now, and sends nothing more.
    deadlineAt: Number.isFinite(call.deadlineAt) ? call.deadlineAt : call.now(),
    clockOffset: call.context.serviceClock.offsetAt(request.sentAt, momentOf(call.settings.clock)),
    sameProcess: true,
  };
  const input = () => changeOf(leg.request);
  const { sending } = leg;
  const sent = { operation: call.operation, sending, timing, seen: request.seen, input };
  return new OutcomeUnknownError({
    sentAt: new Date(sentAt).toISOString(),
    requestId,
    idempotencyKey,
    operation: call.operation.name,
    status: end.response?.status ?? end.failure?.status,
    text: end.response?.text,
    reconcile: reconciler(reader, sent),
    advice: reconcileAdvice(call.operation.row),
    canRepeat: request.verdict.mayRepeat,
    wasSent:
      call.settings.transport.reportsSent === true ||
      (end.response ?? end.failure)?.status !== undefined,
    cause,
  });
}

/** The error for a key of the caller that was used with another request; undefined for other ends. */
function usedKeyError(
  { call, leg }: RequestContext,
  { response, reading }: Responded,
  cause: PaymentsError,
): IdempotencyKeyReusedError | undefined {
  const { idempotencyKey, isCallersKey } = leg;
  const { name: operation, row } = call.operation;
  const facts = {
    idempotencyKey,
    operation,
    status: response.status,
    requestId: requestIdOf(leg, response),
    text: response.text,
  };
  if ('isTransient' in reading) {
    const { kind, body } = reading;
    const isRefusal = kind === 'refused' && isCallersKey && body !== undefined && refusesKey(body);
    return isRefusal
      ? new IdempotencyKeyReusedError({ ...facts, by: 'refusal', cause })
      : undefined;
  }
  if (reading.usedKey === undefined) return undefined;
  const { value: firstResult, usedKey } = reading;
  const { differences } = usedKey;
  const resourceId = resultId(differences.length === 0 ? {} : row, firstResult);
  const found = { differences, firstResult, resourceId };
  return new IdempotencyKeyReusedError({ ...facts, ...found, by: 'result' });
}

/** Creates the error for the end of a request, of the class that its outcome names. */
export function outcomeError(
  request: RequestContext,
  result: ErrorResult,
  end: AttemptEnd,
): PaymentsError {
  if (end.failure === undefined) {
    const known = responseError(request, end);
    const used = usedKeyError(request, end, known);
    if (used !== undefined) return used;
    return result === 'OutcomeUnknownError' ? unknownOutcome(request, end, known) : known;
  }
  const { failure } = end;
  // The transport's own settings forbid the request, such as a proxy that cannot be used.
  const isUnknown = result === 'OutcomeUnknownError';
  if (!isUnknown && failure.phase === 'unsent' && isPaymentsError(failure.cause)) {
    return failure.cause;
  }
  const cause = safeCause(failure.cause, secretsIn(request));
  if (!isUnknown) return failureError(request, failure, cause);
  const text = request.problem?.message ?? failureTexts[failure.why];
  return unknownOutcome(request, end, new Error(text, cause === undefined ? undefined : { cause }));
}

export function observationOf(reading: Reading, at: number): AttemptObservation {
  const { kind: response } = reading;
  const isTransient = 'isTransient' in reading && reading.isTransient;
  if (response === 'foreign' || (response === 'unclear' && !reading.isFromService)) {
    return { kind: 'foreign-response', at, response, isTransient };
  }
  return { kind: 'service-response', at, response, isTransient };
}
