import type { Review, ReviewedAction } from '@org/payments-wallet';
import { isAboutInput, operationOf } from './payload-ids.ts';

/** A payload that waits for the person. */
export interface PendingReview {
  readonly payload: string;
  readonly action: ReviewedAction;
  /** Whether the payload matches the page's request. If not, it must not be signed. */
  readonly isAsAsked: boolean;
  /** Signs, or does not. */
  readonly decide: (agreed: boolean) => void;
}

/** Connects the wallet's review with the dialog. */
export interface ReviewDesk {
  readonly review: Review;
  /** The review that waits, as a snapshot for `useSyncExternalStore`. */
  readonly current: () => PendingReview | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Changes without a dialog, because the person has just requested exactly these. */
function isRoutine(action: ReviewedAction): boolean {
  if (action.kind === 'action') return action.action === 'endSession';
  return action.kind !== 'stamp';
}

/**
 * Whether a payload that nobody will see is exactly what was requested. The wallet has found the
 * request in it (`isBound`); of an action it has only found the input, which any change may mention.
 */
function isExactly(payload: string, action: ReviewedAction): boolean {
  if (action.kind !== 'action') return action.isBound;
  return action.isBound && operationOf(payload) === 'sessions.revoke';
}

/** Creates a desk: one review at a time, the next one refused while one waits. */
export function createReviewDesk(): ReviewDesk {
  let waiting: PendingReview | undefined;
  const listeners = new Set<() => void>();

  function show(next: PendingReview | undefined): void {
    waiting = next;
    for (const listener of [...listeners]) listener();
  }

  const review: Review = (payload, action) => {
    if (isRoutine(action)) return isExactly(payload, action);
    if (waiting !== undefined) return false;
    const isGood = action.kind === 'action' && isAboutInput(payload, action.input);
    return new Promise((resolve) => {
      const decide = (agreed: boolean) => {
        show(undefined);
        resolve(agreed && isGood);
      };
      show({ payload, action, isAsAsked: isGood, decide });
    });
  };

  return {
    review,
    current: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
