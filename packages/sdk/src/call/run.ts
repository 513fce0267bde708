import type { SignedRequestChallenge } from '@org/payments-contract';
import { UnauthorizedError } from '../errors/api-error.ts';
import {
  InvalidRequestError,
  SignatureRequiredError,
  SigningError,
} from '../errors/caller-errors.ts';
import type { Call } from './call.ts';
import { type LegResult, type Signature, sendLeg } from './legs.ts';
import { isHeaderValue, type PreparedRequest } from './prepare.ts';
import { serverTime } from './send.ts';
import { type ChallengeTime, challengeTime, EXPIRY_MARGIN, sign, timeLeft } from './sign.ts';

/** What is known of the answer besides its body. */
export interface ResponseInfo {
  readonly status: number;
  /** One header of the answer, or null. */
  header(name: string): string | null;
  /** Requests sent for the call, on both legs, repeated ones included. */
  readonly attempts: number;
  /** The idempotency key sent, generated or given. */
  readonly idempotencyKey: string | undefined;
  /** The challenge that was answered, for a signed change. */
  readonly requestId: string | undefined;
}

/** The value of a call and what is known of its answer. */
export interface Outcome {
  readonly data: unknown;
  readonly response: ResponseInfo;
}

/** A first leg's end: the result, or the challenge to sign. */
export type FirstLeg =
  | { readonly outcome: Outcome; readonly challenge?: undefined }
  | {
      readonly challenge: SignedRequestChallenge;
      readonly time: ChallengeTime;
      readonly outcome?: undefined;
    };

function outcomeOf(call: Call, leg: LegResult, data: unknown, requestId?: string): Outcome {
  const { answer, idempotencyKey } = leg;
  const { status } = answer;
  const header = (name: string) => answer.header(name);
  return { data, response: { status, header, attempts: call.attempts, idempotencyKey, requestId } };
}

/** Sends the request, or the first leg of a signed one. */
export async function firstLeg(call: Call, request: PreparedRequest): Promise<FirstLeg> {
  const leg = await sendLeg(call, request);
  const { interpretation } = leg;
  if (interpretation.kind === 'result') {
    return { outcome: outcomeOf(call, leg, interpretation.result) };
  }
  const { challenge } = interpretation;
  const now = call.now();
  return { challenge, time: challengeTime(challenge, serverTime(leg.answer, now), now) };
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
): Promise<Outcome> {
  if (!isHeaderValue(signature.stamp)) {
    const issue = { path: 'stamp', message: 'is empty or no header value' };
    throw new InvalidRequestError([issue], { operation: call.operation.name });
  }
  const leg = await sendLeg(call, request, signature);
  const { interpretation } = leg;
  const data = interpretation.kind === 'result' ? interpretation.result : undefined;
  return outcomeOf(call, leg, data, signature.requestId);
}

/** One round of challenge, stamp and second leg; undefined when the challenge ran out on the way. */
async function round(call: Call, request: PreparedRequest): Promise<Outcome | undefined> {
  const first = await firstLeg(call, request);
  if (first.outcome !== undefined) return first.outcome;
  const { challenge, time } = first;
  const { stamper } = call.settings;
  if (stamper === undefined) {
    throw new SignatureRequiredError(challenge, { operation: call.operation.name });
  }
  if (timeLeft(time, call.now()) < EXPIRY_MARGIN) return undefined;
  const stamp = await sign(call, stamper, challenge.payloadToSign);
  if (timeLeft(time, call.now()) <= 0) return undefined;
  try {
    return await secondLeg(call, request, { stamp, requestId: challenge.requestId });
  } catch (error) {
    const cameLate =
      error instanceof UnauthorizedError && error.failedCheck === 'challenge_expired';
    if (cameLate) return undefined;
    throw error;
  }
}

/**
 * Runs a whole operation: one request, or two and one signature between them. A challenge that ran
 * out before it was answered is asked for anew once; nothing was changed by it.
 *
 * @throws SignatureRequiredError when a signature is due and there is no stamper
 * @throws SigningError when the stamper fails, or two challenges ran out
 */
export async function run(call: Call, request: PreparedRequest): Promise<Outcome> {
  const outcome = (await round(call, request)) ?? (await round(call, request));
  if (outcome !== undefined) return outcome;
  throw new SigningError('CHALLENGE_EXPIRED', 'The challenge ran out before it was answered.', {
    operation: call.operation.name,
  });
}
