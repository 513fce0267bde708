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

/** The end of a leg: the result, or a challenge to sign, and then a result without a value. */
export type LegEnd = { readonly result: Result } & (
  | { readonly challenge?: undefined }
  | { readonly challenge: SignedRequestChallenge; readonly time: ChallengeTime }
);

function endOf(call: Call, settled: LegResult): LegEnd {
  const { reading, response } = settled;
  const result = resultOf(call, settled);
  if (reading.kind !== 'challenge') return { result };
  const now = call.now();
  const { challenge } = reading;
  return { result, challenge, time: challengeTime(challenge, serverTime(response, now), now) };
}

/** Sends the request, or the first leg of a signed one. */
export async function firstLeg(call: Call, request: PreparedRequest): Promise<LegEnd> {
  return endOf(call, await send(call, request));
}

/**
 * Sends a later leg: the bytes of the first one, with the stamp and the challenge's id.
 *
 * @throws InvalidRequestError for a stamp that no header can carry
 */
export async function stampedLeg(
  call: Call,
  request: PreparedRequest,
  signature: Signature,
): Promise<LegEnd> {
  if (!isHeaderValue(signature.stamp)) {
    const isText = typeof signature.stamp === 'string';
    const message = isText
      ? 'is empty or cannot be sent as a header value'
      : 'expected the text that `await stamper.stamp(payloadToSign)` returns';
    const issue = { path: 'stamp', message };
    throw new InvalidRequestError([issue], { operation: call.operation.name });
  }
  return endOf(call, await send(call, request, signature));
}

/**
 * Sends an operation that may need a signature: one request, and one more with each signature. A
 * first challenge that has expired before it is stamped is requested again, once. If the new one
 * seems to have expired too, a clock is wrong: it is stamped, and the service decides. Nothing is
 * signed twice: once a stamp exists, the call goes on with it.
 *
 * @throws SignatureRequiredError if a signature is required and no stamper was given
 * @throws SigningError when the stamper fails, or the challenge expires before its stamp is sent
 */
export async function sendAndSign(call: Call, request: PreparedRequest): Promise<Result> {
  const { stamper } = call.settings;
  const isExpiring = (time: ChallengeTime) => timeLeft(time, call.now()) < EXPIRY_MARGIN;
  let end = await firstLeg(call, request);
  let leg: 3 | undefined;
  if (end.challenge !== undefined && stamper !== undefined && isExpiring(end.time)) {
    end = await firstLeg(call, request);
  }
  while (end.challenge !== undefined) {
    const { challenge } = end;
    if (stamper === undefined) {
      throw new SignatureRequiredError(challenge, { operation: call.operation.name });
    }
    const time = isExpiring(end.time) ? timeByOwnClock(end.time) : end.time;
    const left = timeLeft(time, call.now());
    const stamp = await stampPayload(call, stamper, challenge.payloadToSign, left);
    if (timeLeft(time, call.now()) <= 0) throw challengeExpired(call);
    end = await stampedLeg(call, request, { stamp, requestId: challenge.requestId, leg });
    leg = 3;
  }
  return end.result;
}
