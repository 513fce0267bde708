import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { WalletTransport } from '../relay/transport.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import { challengeLifetime } from '../session/lifetime.ts';
import type { LiveSession } from '../session/live-session.ts';
import { readDescription } from './description.ts';
import { checkPayload } from './payload/check-payload.ts';
import type { Expected, PayloadStrength } from './payload/request.ts';
import type { Review, ReviewedAction } from './review.ts';

const MINUTE = 60_000;

/** The uses of the last minute by all wallets of the page, by their source of time. */
const uses = new WeakMap<WalletClock, number[]>();

/**
 * Counts the uses of the last minute, and refuses those beyond a limit. All wallets of a page count
 * together: a script cannot have more by creating another one.
 */
function createRate(clock: WalletClock, perMinute: number): () => void {
  return () => {
    const now = clock.monotonic();
    const times = (uses.get(clock) ?? []).filter((time) => now - time < MINUTE);
    uses.set(clock, times);
    const [oldest = now] = times;
    if (times.length >= perMinute) {
      throw new WalletError('RATE_LIMITED', { retryAfter: Math.ceil(oldest + MINUTE - now) });
    }
    times.push(now);
  };
}

/** The parts of leg 1's challenge that stamping needs. */
export interface StampableChallenge {
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
}

/** The dependencies of a signer. */
export interface SignerOptions {
  readonly clock: WalletClock;
  readonly keeper: SessionKeeper;
  /** Reads what a review shows. */
  readonly transport: WalletTransport;
  readonly review: Review | undefined;
  /** The weakest check with which an action is stamped without a review. */
  readonly minimumCheck: PayloadStrength;
  /** Whether payloads may be stamped that did not come from the relay. */
  readonly allowsStamp: boolean;
  readonly stampsPerMinute: number;
}

/** Creates stamps: with a live session, after the check and the review, once per challenge. */
export interface Signer {
  /**
   * Stamps the challenge of a leg 1.
   *
   * @param session signs; by default the one that lives after the review
   * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `PAYLOAD_MISMATCH`, `PAYLOAD_UNCHECKED`,
   * `REVIEW_REFUSED`, `CHALLENGE_EXPIRED`, `ALREADY_STAMPED`, `RATE_LIMITED`, `KEY_UNUSABLE`
   */
  stampChallenge(
    challenge: StampableChallenge,
    expected: Expected,
    session?: LiveSession,
  ): Promise<string>;
  /**
   * Stamps a payload that came another way than through the relay, once.
   *
   * @throws WalletError `STAMP_DISABLED`, and as `stampChallenge`
   */
  stampPayload(payload: string): Promise<string>;
}

/** Stamped challenges remembered; the oldest are forgotten, long after they expired. */
const REMEMBERED = 1_000;

const ranks: Readonly<Record<PayloadStrength, number>> = { unreadable: 0, kind: 1, shown: 2 };

/** The action as the review receives it, without the attestation and the client key. */
function reviewed(expected: Expected, strength: PayloadStrength): ReviewedAction {
  switch (expected.kind) {
    case 'action': {
      const { action, input, change } = expected;
      return { kind: 'action', action, input, ...(change && { change }), strength };
    }
    case 'add_passkey':
      return { kind: 'add_passkey', nickname: expected.nickname, strength };
    case 'remove_credential':
      return { ...expected, strength };
    case 'stamp':
      return { kind: 'stamp', strength };
    default:
      return { kind: expected.kind, sessionId: expected.sessionId, strength };
  }
}

/** Creates the signer of a wallet. */
export function createSigner(options: SignerOptions): Signer {
  const { clock, keeper, transport, review, allowsStamp, minimumCheck } = options;
  const count = createRate(clock, options.stampsPerMinute);
  const stamped = new Set<string>();

  /** Before the review, so that two calls at once do not both get through. */
  function markStamped(mark: string): void {
    if (stamped.has(mark)) throw new WalletError('ALREADY_STAMPED');
    stamped.add(mark);
    const [oldest] = stamped;
    if (stamped.size > REMEMBERED && oldest !== undefined) stamped.delete(oldest);
  }

  /** The ids of the wallet's own operations are the service's own in some forms of payload. */
  function leastFor({ kind }: Expected): PayloadStrength {
    return kind !== 'action' && minimumCheck === 'shown' ? 'kind' : minimumCheck;
  }

  async function agree(payload: string, expected: Expected): Promise<void> {
    const check = await checkPayload(payload, expected);
    if (check === 'mismatch') throw new WalletError('PAYLOAD_MISMATCH');
    if (review === undefined) {
      // With `stamp: true`, the page vouches for those payloads.
      if (expected.kind === 'stamp' || ranks[check] >= ranks[leastFor(expected)]) return;
      throw new WalletError('PAYLOAD_UNCHECKED');
    }
    let agreed: boolean;
    try {
      const action = reviewed(expected, check);
      const accountId = keeper.current?.info.accountId;
      const describe = () => readDescription({ transport, clock, accountId }, action);
      agreed = await review(payload, action, describe);
    } catch (cause) {
      throw new WalletError('REVIEW_REFUSED', { cause });
    }
    if (agreed !== true) throw new WalletError('REVIEW_REFUSED');
  }

  async function stamp(
    payload: string,
    mark: string,
    expected: Expected,
    requireAlive: () => void,
    given?: LiveSession,
  ): Promise<string> {
    if (given === undefined) keeper.require();
    count();
    markStamped(mark);
    requireAlive();
    await agree(payload, expected);
    requireAlive();
    const session = given ?? keeper.require();
    try {
      return await session.key.stamp(payload);
    } catch (cause) {
      throw new WalletError('KEY_UNUSABLE', { cause });
    }
  }

  return {
    async stampChallenge(challenge, expected, session) {
      const { payloadToSign, requestId } = challenge;
      const lifetime = challengeLifetime(clock, challenge);
      const requireAlive = () => {
        if (lifetime.left() <= 0) throw new WalletError('CHALLENGE_EXPIRED');
      };
      return stamp(payloadToSign, requestId, expected, requireAlive, session);
    },
    async stampPayload(payload) {
      if (!allowsStamp) throw new WalletError('STAMP_DISABLED');
      return stamp(payload, `payload:${payload}`, { kind: 'stamp' }, () => {});
    },
  };
}
