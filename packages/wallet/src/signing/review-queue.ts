import { WalletError } from '../errors/wallet-error.ts';
import type { QuestionLife, Review, ReviewedAction } from './review.ts';

/** A payload that a person is asked about. */
export interface Asked {
  readonly payload: string;
  readonly action: ReviewedAction;
  readonly describe: Parameters<Review>[2];
  readonly signal: AbortSignal;
}

interface Waiting extends Asked {
  readonly decide: (isApproved: boolean) => void;
  readonly fail: (cause: unknown) => void;
}

/** As the wallet asks; the life of the question may be left out. */
type ReviewCall = [
  payload: string,
  action: ReviewedAction,
  describe: Parameters<Review>[2],
  life?: QuestionLife,
];

/** Asks in the page, one payload at a time. */
export interface ReviewQueue {
  /** The `review` of `createWallet`. */
  readonly review: (...call: ReviewCall) => boolean | Promise<boolean>;
  /** Rejects everything that waits: nothing can be shown any more. */
  readonly end: () => void;
}

/** Whether the person is asked: not for a refresh or a sign-out that can be read. */
function isAsked({ kind, strength }: ReviewedAction): boolean {
  return (kind !== 'refresh' && kind !== 'revoke') || strength === 'unreadable';
}

/**
 * Asks for one payload after the other. While nothing can be shown, everything that has to be asked is
 * refused with `HIDDEN`.
 *
 * @param place whether a question can be shown now, and what to change where it cannot
 * @param show asks the person
 */
export function createReviewQueue(
  place: { readonly isShown: () => boolean; readonly missing: string },
  show: (asked: Asked) => Promise<boolean>,
): ReviewQueue {
  const queue: Waiting[] = [];
  const hidden = () => new WalletError('HIDDEN', { message: place.missing });

  async function ask(): Promise<void> {
    const [waiting] = queue;
    if (waiting === undefined) return;
    try {
      waiting.decide(await show(waiting));
    } catch (cause) {
      // Own words can fail; what waits behind is still asked.
      waiting.fail(cause);
    }
    if (queue[0] !== waiting) return;
    queue.shift();
    void ask();
  }

  return {
    review(payload, action, describe, life) {
      if (!isAsked(action)) return true;
      if (!place.isShown()) throw hidden();
      const { signal } = life ?? new AbortController();
      return new Promise<boolean>((decide, fail) => {
        queue.push({ payload, action, describe, signal, decide, fail });
        if (queue.length === 1) void ask();
      });
    },
    end() {
      for (const { fail } of queue.splice(0)) fail(hidden());
    },
  };
}
