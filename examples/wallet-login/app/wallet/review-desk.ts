import type { Review, ReviewedAction } from '@org/payments-wallet';

/** A payload that waits for the person. */
export interface PendingReview {
  readonly payload: string;
  readonly action: ReviewedAction;
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
 * Whether a payload that nobody will see is of the kind that was requested. The wallet
 * compares its own requests, and actions that `changes` declares, exactly.
 */
function isOfKind({ strength }: ReviewedAction): boolean {
  return strength !== 'unreadable';
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
    if (isRoutine(action)) return isOfKind(action);
    if (waiting !== undefined) return false;
    return new Promise((resolve) => {
      const decide = (agreed: boolean) => {
        show(undefined);
        resolve(agreed && action.kind === 'action');
      };
      show({ payload, action, decide });
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
