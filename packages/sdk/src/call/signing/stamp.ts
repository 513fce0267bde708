import type { SignedRequestChallenge } from '@org/payments-contract';
import { isHeaderValue } from '../../config/header-value.ts';
import { AbortedError, SigningError } from '../../errors/caller-errors.ts';
import type { Call } from '../call.ts';
import type { Stamper } from '../options.ts';
import { LimitReached, limited } from '../send/limited.ts';

/**
 * Milliseconds. A challenge with less time left than this is not stamped; a new one is requested.
 */
export const EXPIRY_MARGIN = 5_000;

/** How long a challenge is valid, by our own clock from the moment it arrived. */
export interface ChallengeTime {
  readonly arrivedAt: number;
  /** Milliseconds; infinite if the clocks differ too much to compare. */
  readonly lifetime: number;
}

/**
 * How long a challenge is valid by the service's clock. If that is not plausible, the service
 * decides.
 */
export function challengeTime(
  challenge: SignedRequestChallenge,
  serverNow: number,
  arrivedAt: number,
): ChallengeTime {
  const lifetime = Date.parse(challenge.expiresAt) - serverNow;
  return { arrivedAt, lifetime: lifetime > 0 ? lifetime : Number.POSITIVE_INFINITY };
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
 * @param left milliseconds until the challenge expires; infinite if that is not known
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
