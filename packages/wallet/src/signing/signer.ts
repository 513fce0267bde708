import type { WalletClock } from '../clock.ts';
import { isWalletError, WalletError } from '../errors/wallet-error.ts';
import type { WalletTransport } from '../relay/transport.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import { challengeLifetime, type Lifetime } from '../session/lifetime.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { StateStore } from '../session/state-store.ts';
import { readDescription } from './description.ts';
import { checkPayload } from './payload/check-payload.ts';
import type { Expected, PayloadStrength } from './payload/request.ts';
import type { QuestionLife, Review, ReviewedAction } from './review.ts';

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
  readonly store: StateStore;
  /** Reads what a review shows. */
  readonly transport: WalletTransport;
  readonly review: Review | undefined;
  /** The weakest check with which an action is stamped without a review. */
  readonly minimumCheck: PayloadStrength;
  /** Whether payloads may be stamped that did not come from the relay. */
  readonly allowsStamp: boolean;
  readonly stampsPerMinute: number;
}

/** How often a question looks whether its challenge has expired. Milliseconds. */
const LOOKS_EVERY = 1_000;
/** Stamped challenges remembered; the oldest are forgotten, long after they expired. */
const REMEMBERED = 1_000;

const ranks: Readonly<Record<PayloadStrength, number>> = { unreadable: 0, kind: 1, shown: 2 };

/** The action as the review receives it, without the attestation and the client key. */
function reviewed(
  expected: Expected,
  strength: PayloadStrength,
  accountId: string | undefined,
): ReviewedAction {
  const more = { strength, ...(accountId && { accountId }) };
  switch (expected.kind) {
    case 'action': {
      const { kind, action, input, change } = expected;
      return { kind, action, input, ...(change && { change }), ...more };
    }
    case 'add_passkey':
      return { kind: expected.kind, nickname: expected.nickname, ...more };
    case 'refresh':
    case 'revoke':
      return { kind: expected.kind, sessionId: expected.sessionId, ...more };
    default:
      return { ...expected, ...more };
  }
}

/** Creates the signer of a wallet. */
export function createSigner(options: SignerOptions) {
  const { clock, keeper, store, transport, review, allowsStamp, minimumCheck } = options;
  const count = createRate(clock, options.stampsPerMinute);
  const stamped = new Set<string>();

  function requireUnstamped(mark: string): void {
    if (stamped.has(mark)) throw new WalletError('ALREADY_STAMPED');
  }

  /** After the review, so that what was refused can be asked again; nothing is awaited in between. */
  function markStamped(mark: string): void {
    requireUnstamped(mark);
    stamped.add(mark);
    const [oldest] = stamped;
    if (stamped.size > REMEMBERED && oldest !== undefined) stamped.delete(oldest);
  }

  /** The ids of the wallet's own operations are the service's own in some forms of payload. */
  function leastFor({ kind }: Expected): PayloadStrength {
    return kind !== 'action' && minimumCheck === 'shown' ? 'kind' : minimumCheck;
  }

  /** Asks, until the challenge or the session ends: then the question is closed, and the call rejects. */
  function ask(
    start: (life: QuestionLife) => boolean | Promise<boolean>,
    lifetime: Lifetime | undefined,
    given: LiveSession | undefined,
  ): Promise<boolean> {
    const ending = new AbortController();
    const account = keeper.current?.info.accountId;
    return new Promise<boolean>((resolve, reject) => {
      const end = (cause: unknown) => {
        stop();
        ending.abort(cause);
        reject(cause);
      };
      const check = () => {
        try {
          const { accountId } = (given ?? keeper.require()).info;
          if (!given && accountId !== account) throw new WalletError('SESSION_CHANGED');
        } catch (cause) {
          end(cause);
        }
      };
      let cancel = () => {};
      const unsubscribe = store.subscribe(check);
      const stop = () => {
        cancel();
        unsubscribe();
      };
      // Again and again: timers do not count while the device sleeps.
      const tick = (life: Lifetime) => {
        const left = life.left();
        if (left === 0) return end(new WalletError('EXPIRED'));
        cancel = clock.setTimeout(() => tick(life), Math.min(left, LOOKS_EVERY));
      };
      if (lifetime) tick(lifetime);
      // Without `then`, which a script can replace.
      const run = async () => {
        try {
          resolve(await start({ signal: ending.signal }));
        } catch (cause) {
          reject(isWalletError(cause) ? cause : new WalletError('REVIEW_FAILED', { cause }));
        }
        stop();
      };
      void run();
    });
  }

  async function agree(
    payload: string,
    expected: Expected,
    lifetime: Lifetime | undefined,
    given: LiveSession | undefined,
  ): Promise<void> {
    const check = await checkPayload(payload, expected);
    if (check === 'mismatch') throw new WalletError('PAYLOAD_MISMATCH');
    if (review === undefined) {
      // With `stamp: true`, the page vouches for those payloads.
      if (expected.kind === 'stamp' || ranks[check] >= ranks[leastFor(expected)]) return;
      throw new WalletError('PAYLOAD_UNCHECKED');
    }
    const accountId = (given ?? keeper.current)?.info.accountId;
    const action = reviewed(expected, check, accountId);
    const describe = () => readDescription({ transport, clock, accountId }, action);
    const start = (life: QuestionLife) => review(payload, action, describe, life);
    if ((await ask(start, lifetime, given)) !== true) throw new WalletError('REFUSED_BY_PERSON');
  }

  async function stamp(
    payload: string,
    mark: string,
    expected: Expected,
    lifetime?: Lifetime,
    given?: LiveSession,
  ): Promise<string> {
    const requireAlive = () => {
      if (lifetime?.left() === 0) throw new WalletError('CHALLENGE_EXPIRED');
    };
    if (given === undefined) keeper.require();
    count();
    requireUnstamped(mark);
    requireAlive();
    await agree(payload, expected, lifetime, given);
    requireAlive();
    const session = given ?? keeper.require();
    markStamped(mark);
    try {
      return await session.key.stamp(payload);
    } catch (cause) {
      stamped.delete(mark);
      throw new WalletError('KEY_UNUSABLE', { cause });
    }
  }

  return {
    /**
     * Stamps the challenge of a leg 1.
     *
     * @param session signs; by default the one that lives after the review
     * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `PAYLOAD_MISMATCH`, `PAYLOAD_UNCHECKED`,
     * `REFUSED_BY_PERSON`, `REVIEW_FAILED`, `EXPIRED`, `CHALLENGE_EXPIRED`, `ALREADY_STAMPED`,
     * `RATE_LIMITED`, `KEY_UNUSABLE`; and what a review throws
     */
    async stampChallenge(
      challenge: StampableChallenge,
      expected: Expected,
      session?: LiveSession,
    ): Promise<string> {
      const { payloadToSign, requestId } = challenge;
      const lifetime = challengeLifetime(clock, challenge);
      return stamp(payloadToSign, requestId, expected, lifetime, session);
    },
    /**
     * Stamps a payload that came another way than through the relay, once.
     *
     * @throws WalletError `STAMP_DISABLED`, and as `stampChallenge`
     */
    async stampPayload(payload: string): Promise<string> {
      if (!allowsStamp) throw new WalletError('STAMP_DISABLED');
      return stamp(payload, `payload:${payload}`, { kind: 'stamp' });
    },
  };
}

/** Creates stamps: with a live session, after the check and the review, once per challenge. */
export type Signer = ReturnType<typeof createSigner>;
