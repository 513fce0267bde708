import type { SignedRequestChallenge } from '@org/payments-contract';
import type { Stamper } from '../client/options.ts';
import { AbortedError, SigningError } from '../errors/caller-errors.ts';
import { abortable } from './attempt.ts';
import type { Call } from './call.ts';
import { isHeaderValue } from './prepare.ts';

/** A challenge with less time than this is not stamped; a fresh one is asked for. */
export const EXPIRY_MARGIN = 5_000;

/** How long a challenge lives, against our own clock from the moment it arrived. */
export interface ChallengeTime {
  readonly arrivedAt: number;
  /** Milliseconds; infinite where the clocks are too far apart to tell. */
  readonly lifetime: number;
}

/** The life of a challenge by the service's clock. Where that makes no sense the service decides. */
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

/**
 * Asks the stamper for a stamp over the exact payload. Its time is not the call's.
 *
 * @throws SigningError when the stamper fails or gives something that is no stamp
 * @throws AbortedError when the caller's signal fires first
 */
export async function sign(call: Call, stamper: Stamper, payloadToSign: string): Promise<string> {
  const { signal } = call.settings;
  const operation = call.operation.name;
  const start = call.now();
  call.emit({ type: 'sign.start' });
  const end = (error: string | undefined) =>
    call.emit({ type: 'sign.end', durationMs: call.now() - start, error });
  try {
    const stamping = Promise.resolve(stamper.stamp(payloadToSign));
    const stamp = await (signal === undefined ? stamping : abortable(stamping, signal));
    if (!isHeaderValue(stamp)) throw new TypeError('The stamper gave something that is no stamp.');
    end(undefined);
    return stamp;
  } catch (cause) {
    if (signal?.aborted) {
      end('ABORTED');
      throw new AbortedError({ operation, cause });
    }
    end('SIGNING_FAILED');
    throw new SigningError('SIGNING_FAILED', 'The payload could not be signed.', {
      operation,
      cause,
    });
  }
}
