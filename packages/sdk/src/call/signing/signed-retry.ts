import type { Drift, SignedRequestChallenge } from '@org/payments-contract';
import { isHeaderValue } from '../../config/header-value.ts';
import { InvalidRequestError, SignatureRequiredError } from '../../errors/caller-errors.ts';
import { notify } from '../../observe/notify.ts';
import type { Call } from '../call.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import { requestIdOf, type Signature } from '../send/leg.ts';
import { type Settled, send, serverTime } from '../send/send.ts';
import {
  type ChallengeTime,
  challengeExpired,
  challengeTime,
  EXPIRY_MARGIN,
  stampPayload,
  timeByOwnClock,
  timeLeft,
} from './stamp.ts';

/** The facts of the response, besides its value. */
export interface ResponseInfo {
  /** HTTP status of the response. */
  readonly status: number;
  /** One header of the response, or null. */
  header(name: string): string | null;
  /** All header fields of the response, each with its lower-case name. */
  headers(): Iterable<readonly [string, string]>;
  /** The body as received. It contains the same secrets as the value. */
  readonly text: string;
  /** Differences from the contract that were found. */
  readonly drift: readonly Drift[];
  /** Requests sent for the call, on both legs, repeated ones included. */
  readonly attempts: number;
  /** The idempotency key sent, generated or given. */
  readonly idempotencyKey: string | undefined;
  /**
   * The id of the request at the service, for its support: that of the challenge, for a signed
   * change; otherwise the `Request-Id` of the response, undefined if it has none.
   */
  readonly requestId: string | undefined;
}

/** The value of a call, and the facts of its response. */
export interface Result {
  readonly data: unknown;
  readonly response: ResponseInfo;
}

/** A first leg's end: the result, or the challenge to sign. */
export type FirstLeg =
  | { readonly result: Result; readonly challenge?: undefined }
  | {
      readonly challenge: SignedRequestChallenge;
      readonly time: ChallengeTime;
      readonly result?: undefined;
    };

function reportDrift(call: Call, drift: readonly Drift[]): void {
  const paths = drift.map(({ path }) => path);
  call.drift.push(...paths);
  if (call.isObserved) call.emit({ type: 'drift', paths });
  const { onDrift } = call.settings;
  if (onDrift !== undefined)
    notify(onDrift, { operation: call.operation.name, drift }, '`onDrift`');
}

function resultOf(
  call: Call,
  { response, leg }: Settled,
  data: unknown,
  drift: readonly Drift[],
): Result {
  if (drift.length > 0) reportDrift(call, drift);
  const { status, text } = response;
  return {
    data,
    response: {
      status,
      text,
      drift,
      header: (name) => response.header(name),
      headers: () => response.headers(),
      attempts: call.attempts.length,
      idempotencyKey: leg.idempotencyKey,
      requestId: requestIdOf(leg, response),
    },
  };
}

function firstOf(call: Call, settled: Settled): FirstLeg {
  const { reading, response } = settled;
  if (reading.kind === 'value') {
    return { result: resultOf(call, settled, reading.value, reading.drift) };
  }
  const now = call.now();
  const { challenge } = reading;
  return { challenge, time: challengeTime(challenge, serverTime(response, now), now) };
}

/** Sends the request, or the first leg of a signed one. */
export async function firstLeg(call: Call, request: PreparedRequest): Promise<FirstLeg> {
  return firstOf(call, await send(call, request));
}

/**
 * Sends the second leg: the bytes of the first one, with the stamp and the challenge's id.
 *
 * @throws InvalidRequestError for a stamp that no header can carry
 */
export async function secondLeg(
  call: Call,
  request: PreparedRequest,
  signature: Signature,
): Promise<Result> {
  if (!isHeaderValue(signature.stamp)) {
    const issue = { path: 'stamp', message: 'is empty or cannot be sent as a header value' };
    throw new InvalidRequestError([issue], { operation: call.operation.name });
  }
  const settled = await send(call, request, signature);
  const { reading } = settled;
  // A challenge after the second leg is read as `foreign`, so the result is always a value.
  const { value, drift } =
    reading.kind === 'value' ? reading : { value: undefined, drift: [] as Drift[] };
  return resultOf(call, settled, value, drift);
}

/**
 * Runs a whole operation: one request, or two requests and one signature between them. A challenge
 * that has expired before it is stamped is requested again, once. If the new one seems to have expired
 * too, a clock is wrong: it is stamped, and the service decides. Nothing is signed twice: once a stamp
 * exists, the call ends with it.
 *
 * @throws SignatureRequiredError if a signature is required and no stamper was given
 * @throws SigningError when the stamper fails, or the challenge expires before its stamp is sent
 */
export async function run(call: Call, request: PreparedRequest): Promise<Result> {
  let first = firstOf(call, await send(call, request));
  if (first.result !== undefined) return first.result;
  const { stamper } = call.settings;
  if (stamper === undefined) {
    throw new SignatureRequiredError(first.challenge, { operation: call.operation.name });
  }
  const isExpiring = (time: ChallengeTime) => timeLeft(time, call.now()) < EXPIRY_MARGIN;
  if (isExpiring(first.time)) {
    first = firstOf(call, await send(call, request));
    if (first.result !== undefined) return first.result;
  }
  const { challenge } = first;
  const time = isExpiring(first.time) ? timeByOwnClock(first.time) : first.time;
  const left = timeLeft(time, call.now());
  const stamp = await stampPayload(call, stamper, challenge.payloadToSign, left);
  if (timeLeft(time, call.now()) <= 0) throw challengeExpired(call);
  return secondLeg(call, request, { stamp, requestId: challenge.requestId });
}
