import type { SignedRequestChallenge } from '@org/payments-contract';
import { InvalidRequestError, SignatureRequiredError } from '../../errors/caller-errors.ts';
import type { Call } from '../call.ts';
import { isHeaderValue } from '../header-value.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import { type Result, resultOf } from '../result.ts';
import type { Signature } from '../send/leg.ts';
import { type LegResult, send, serverTime } from '../send/send.ts';
import {
  type ChallengeTime,
  challengeExpired,
  challengeTime,
  EXPIRY_MARGIN,
  stampPayload,
  timeByOwnClock,
  timeLeft,
} from './stamp.ts';

/** A first leg's end: the result, or the challenge to sign. */
export type FirstLeg =
  | { readonly result: Result; readonly challenge?: undefined }
  | {
      readonly challenge: SignedRequestChallenge;
      readonly time: ChallengeTime;
      readonly result?: undefined;
    };

function firstOf(call: Call, settled: LegResult): FirstLeg {
  const { reading, response } = settled;
  if (reading.kind === 'value') return { result: resultOf(call, settled) };
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
  return resultOf(call, await send(call, request, signature));
}

/**
 * Sends an operation that may need a signature: one request, or two with one signature between them. A challenge
 * that has expired before it is stamped is requested again, once. If the new one seems to have expired
 * too, a clock is wrong: it is stamped, and the service decides. Nothing is signed twice: once a stamp
 * exists, the call ends with it.
 *
 * @throws SignatureRequiredError if a signature is required and no stamper was given
 * @throws SigningError when the stamper fails, or the challenge expires before its stamp is sent
 */
export async function sendAndSign(call: Call, request: PreparedRequest): Promise<Result> {
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
