import type { SignedRequestChallenge } from '@org/payments-contract';
import { AbortedError, SigningError } from '../../errors/caller-errors.ts';
import { LimitReached, limited } from '../../limits/limited.ts';
import { CLOCK_TOLERANCE } from '../../outcome/read-timing.ts';
import type { Call } from '../call.ts';
import { isHeaderValue } from '../header-value.ts';
import type { Stamper } from '../options.ts';

/** Milliseconds. A challenge with less time left than this is not stamped; a new one is requested. */
export const EXPIRY_MARGIN = 5_000;

/** How long a challenge is valid from the moment it arrived, in milliseconds. */
export interface ChallengeTime {
  readonly arrivedAt: number;
  /** By the clock of the response. At most 0 if the challenge had expired, or the clock is ahead. */
  readonly lifetime: number;
  /** By our own clock. */
  readonly ownLifetime: number;
}

/** How long a challenge is valid. A time that cannot be read counts as one of five minutes. */
export function challengeTime(
  challenge: SignedRequestChallenge,
  serverNow: number,
  arrivedAt: number,
): ChallengeTime {
  const expiresAt = Date.parse(challenge.expiresAt);
  if (Number.isNaN(expiresAt)) {
    return { arrivedAt, lifetime: CLOCK_TOLERANCE, ownLifetime: CLOCK_TOLERANCE };
  }
  return { arrivedAt, lifetime: expiresAt - serverNow, ownLifetime: expiresAt - arrivedAt };
}

/**
 * How long to wait for the stamp of a challenge that seems to have expired although it is new: a clock
 * is wrong, that of the gateway that dated the response or that of the service, which decides. Our own
 * clock limits the wait if the challenge is valid by it, and otherwise the tolerance does.
 */
export function timeByOwnClock({ arrivedAt, ownLifetime }: ChallengeTime): ChallengeTime {
  const isValid = ownLifetime >= EXPIRY_MARGIN;
  const lifetime = isValid ? Math.min(ownLifetime, CLOCK_TOLERANCE) : CLOCK_TOLERANCE;
  return { arrivedAt, lifetime, ownLifetime };
}

/** Milliseconds a challenge has left. */
export function timeLeft(time: ChallengeTime, now: number): number {
  return time.lifetime - (now - time.arrivedAt);
}

/** The payload can no longer be stamped in time. */
export function challengeExpired(call: Call): SigningError {
  const message = 'The challenge expired before its stamp could be sent.';
  return new SigningError('CHALLENGE_EXPIRED', message, { operation: call.operation.name });
}

/**
 * Asks the stamper for a stamp over the exact payload. Its time does not count against the deadline;
 * it ends with the caller's signal, and when the challenge expires, because nobody can use a later
 * stamp.
 *
 * @param left milliseconds until the challenge expires
 * @throws SigningError when the stamper fails, returns an invalid stamp, or takes too long
 * @throws AbortedError when the caller's signal is aborted first
 */
export async function stampPayload(
  call: Call,
  stamper: Stamper,
  payloadToSign: string,
  left: number,
): Promise<string> {
  const { clock, signal } = call.settings;
  const operation = call.operation.name;
  const start = call.now();
  if (call.isObserved) call.emit({ type: 'sign.start' });
  const end = (error: string | undefined) => {
    const durationMs = call.now() - start;
    call.extend(durationMs);
    if (call.isObserved) call.emit({ type: 'sign.end', durationMs, error });
  };
  try {
    const stamping = Promise.resolve(stamper.stamp(payloadToSign));
    const limits = { clock, timeout: left, left: Number.POSITIVE_INFINITY, signal };
    const stamp = await limited(stamping, limits);
    if (!isHeaderValue(stamp)) throw new TypeError('The stamper returned an invalid stamp.');
    end(undefined);
    return stamp;
  } catch (cause) {
    if (signal?.aborted) {
      end('ABORTED');
      throw new AbortedError({ operation, cause: signal.reason });
    }
    if (cause instanceof LimitReached) {
      end('CHALLENGE_EXPIRED');
      throw challengeExpired(call);
    }
    end('SIGNING_FAILED');
    throw new SigningError('SIGNING_FAILED', 'The payload could not be signed.', {
      operation,
      cause,
    });
  }
}
