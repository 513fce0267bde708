import { challengeSchema, isFields } from '@org/payments-contract';
import { mismatchReason, reportsFailure } from '@org/payments-contract/internal/schema';
import { showsEarlier } from '../../outcome/read-rules.ts';
import { earliestSent, momentOf, timeInCache } from '../../outcome/read-timing.ts';
import type { Call } from '../call.ts';
import { pathParams } from '../request/path.ts';
import { changeOf, type PreparedRequest } from '../request/prepare.ts';
import type { CompleteResponse } from './complete-response.ts';

/** Why a body is not the response of a raw change, which has no schema; undefined if it may be one. */
function rawReason(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isFields(value)) return 'it is not a JSON object';
  if (reportsFailure(value)) return 'it reports a failure';
  const isChallenge = challengeSchema().safeParse(value).success;
  return isChallenge ? 'it is a challenge, which has the status 202' : undefined;
}

/** The message for a 2xx that is not the response of its request, with the reason. */
export function notThisResponse(status: number, reason: string): string {
  return `The response with status ${status} is not this operation's: ${reason}.`;
}

/** Why a 2xx is not the response of a change, as a message; undefined if it is. */
export function changeMismatch(
  request: PreparedRequest,
  status: number,
  value: unknown,
): string | undefined {
  const { row, name } = request.operation;
  const params = pathParams(row.path, request.path);
  const reason =
    name === 'request'
      ? rawReason(value)
      : mismatchReason(row, { status, value, params, sent: changeOf(request) });
  return reason === undefined ? undefined : notThisResponse(status, reason);
}

/** The earliest time at which a call can have sent its request, by the service's clock. */
function earliestIn({ startedAt, settings, context }: Call, response: CompleteResponse): number {
  const { now: at, monotonic: monotonicAt } = momentOf(settings.clock);
  const clockOffset = context.serviceClock.offsetAt(startedAt, { now: at, monotonic: monotonicAt });
  const write = { sentAt: startedAt.now, monotonicAt: startedAt.monotonic, clockOffset };
  const read = { at, monotonicAt, date: Date.parse(response.header('date') ?? ''), age: 0 };
  return earliestSent(read, { ...write, sameProcess: true });
}

/** Why a result is older than the change that it was returned for; undefined if it is not. */
export function earlierReason(
  call: Call,
  request: PreparedRequest,
  response: CompleteResponse,
  value: unknown,
): string | undefined {
  const { reconcile, method } = request.operation.row;
  // Stryker disable next-line ConditionalExpression,LogicalOperator: a rule without `isApplied` judges nothing, and no row with one has a result without fields
  if (reconcile?.by !== 'read' || !isFields(value)) return undefined;
  const change = changeOf(request);
  const earliest = () => earliestIn(call, response);
  if (!showsEarlier(reconcile, { method, change }, value, earliest)) return undefined;
  return 'The response shows the resource as it was before the change: `updatedAt` is earlier.';
}

/**
 * Why a response was not written to a change; undefined if it may have been. A response with an `Age`
 * comes from a cache, and a change that a cache responds to may never have reached the service.
 */
export function cachedReason(response: CompleteResponse): string | undefined {
  const age = timeInCache((name) => response.header(name));
  if (age === 0) return undefined;
  return `The response comes from a cache, where it has been for at least ${age} s.`;
}
