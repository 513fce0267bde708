import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { SessionKeeper } from '../session/keeper.ts';
import { challengeLifetime } from '../session/lifetime.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { Review, ReviewedAction } from './review.ts';

/** A challenge of leg 1, as far as stamping goes. */
export interface StampableChallenge {
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
  readonly issuedAt: string;
}

/** What a signer needs. */
export interface SignerOptions {
  readonly clock: WalletClock;
  readonly keeper: SessionKeeper;
  readonly review: Review | undefined;
}

/** Stamped challenges remembered; the oldest are forgotten, long after they expired. */
const REMEMBERED = 1_000;

/** Makes stamps: with a session that lives, after the review, once per challenge. */
export class Signer {
  readonly #options: SignerOptions;
  readonly #stamped = new Set<string>();

  constructor(options: SignerOptions) {
    this.#options = options;
  }

  /**
   * Stamps the challenge of a leg 1.
   *
   * @param session signs; by default the one that lives after the review
   * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `REVIEW_REFUSED`, `CHALLENGE_EXPIRED`,
   * `ALREADY_STAMPED`, `KEY_UNUSABLE`
   */
  async stampChallenge(
    challenge: StampableChallenge,
    action: ReviewedAction,
    session?: LiveSession,
  ): Promise<string> {
    const { payloadToSign, requestId } = challenge;
    const lifetime = challengeLifetime(this.#options.clock, challenge);
    const stillLives = () => {
      if (lifetime.left() <= 0) throw new WalletError('CHALLENGE_EXPIRED');
    };
    return this.#stamp(payloadToSign, requestId, action, stillLives, session);
  }

  /**
   * Stamps a payload that came another way than through the relay, once.
   *
   * @throws WalletError as {@link stampChallenge}
   */
  stampPayload(payload: string): Promise<string> {
    return this.#stamp(payload, `payload:${payload}`, { kind: 'stamp' }, () => {});
  }

  async #stamp(
    payload: string,
    mark: string,
    action: ReviewedAction,
    stillLives: () => void,
    given?: LiveSession,
  ): Promise<string> {
    const { keeper } = this.#options;
    if (given === undefined) keeper.require();
    this.#markStamped(mark);
    stillLives();
    await this.#review(payload, action);
    stillLives();
    const session = given ?? keeper.require();
    try {
      return await session.key.stamp(payload);
    } catch (cause) {
      throw new WalletError('KEY_UNUSABLE', { cause });
    }
  }

  /** Before the review, so that two calls at once do not both get through. */
  #markStamped(mark: string): void {
    if (this.#stamped.has(mark)) throw new WalletError('ALREADY_STAMPED');
    this.#stamped.add(mark);
    const [oldest] = this.#stamped;
    if (this.#stamped.size > REMEMBERED && oldest !== undefined) this.#stamped.delete(oldest);
  }

  async #review(payload: string, action: ReviewedAction): Promise<void> {
    const { review } = this.#options;
    if (review === undefined) return;
    let agreed: boolean;
    try {
      agreed = await review(payload, action);
    } catch (cause) {
      throw new WalletError('REVIEW_REFUSED', { cause });
    }
    if (agreed !== true) throw new WalletError('REVIEW_REFUSED');
  }
}
