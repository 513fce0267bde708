import type { ReviewTexts } from '../approval/asked-content.ts';
import { systemClock, type WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { once } from '../platform/once.ts';
import type { Review } from '../signing/review.ts';
import { type Asked, createReviewQueue } from '../signing/review-queue.ts';
import { type Flow, FlowStore, shownError } from './flow.ts';
import type { OpenQuestion, ReviewQuestion } from './review-question.ts';

/** A question to the person, for a dialog of your own. */
export interface ReviewState {
  /**
   * `asking`: the service is asked what is changed; `reading`: not everything of the question was in
   * sight yet, or it can only be refused; `answerable`: everything was in sight for half a second.
   */
  readonly status: 'idle' | 'asking' | 'reading' | 'answerable';
  /** What to show, in words; undefined while nothing is asked. */
  readonly question: ReviewQuestion | undefined;
  /** Why the last question ended without a decision; the call that asked rejects with it too. */
  readonly error: WalletError | undefined;
}

/** What a person can do with a question. */
export interface ReviewSteps {
  /**
   * Takes the element that has all of the question in it, such as the dialog: `ref={watch}`. Inside of
   * it, the element of each line and row has its id as `data-row`.
   */
  readonly watch: (element: Element | null) => void;
  /** Approves, in the click handler; does nothing unless `answerable`. */
  readonly approve: () => void;
  /** Refuses, which is also for Escape and for a dialog that is closed. */
  readonly refuse: () => void;
}

/** Asks before something is signed, in a dialog of your own. */
export interface Reviewing extends Flow<ReviewState, ReviewSteps> {
  /** The `review` of `createWallet`. */
  readonly review: Review;
}

/** How a question is asked. */
export interface ReviewOptions {
  /** The words, such as `german` of `/ui`; default English. */
  readonly texts?: ReviewTexts | undefined;
  /** The source of time, which tests can replace. */
  readonly clock?: WalletClock | undefined;
}

const NOT_SHOWN =
  'Keep a component on the page that uses `useReview`, or subscribes to the review: the question is shown there.';

const load = once(async () => (await import('./review-question.ts')).openQuestion);

/**
 * Creates a review for a dialog of your own: pass its `review` to `createWallet`, and itself to
 * `useReview`. While no component shows it, everything that has to be asked is refused with `HIDDEN`.
 *
 * @example
 * const reviewing = createReview();
 * const wallet = createWallet({ relay: '/api/wallet', review: reviewing.review });
 */
export function createReview({ texts = {}, clock = systemClock }: ReviewOptions = {}): Reviewing {
  let isShown = false;
  let removed = new AbortController();
  let watched: Element | null = null;
  let open: OpenQuestion | undefined;
  const idle: ReviewState = { status: 'idle', question: undefined, error: undefined };
  const store = new FlowStore<ReviewState>(idle, () => {
    isShown = true;
    removed = new AbortController();
    void load().catch(() => {});
    return () => {
      isShown = false;
      queue.end();
      removed.abort(new WalletError('HIDDEN', { message: NOT_SHOWN }));
    };
  });
  const queue = createReviewQueue({ isShown: () => isShown, missing: NOT_SHOWN }, ask);

  async function ask(asked: Asked): Promise<boolean> {
    const ends = [asked.signal, removed.signal];
    store.set({ status: 'asking', error: undefined });
    try {
      const openQuestion = await load();
      const onState = (status: ReviewState['status']) => store.set({ status });
      open = await openQuestion(asked, { ends, texts, clock, onState });
      store.set({ status: 'reading', question: open.question });
      open.watch(watched);
      const isApproved = await open.decided;
      store.set(idle);
      return isApproved;
    } catch (cause) {
      store.set({ ...idle, error: shownError(cause) });
      throw cause;
    } finally {
      open?.close();
      open = undefined;
    }
  }

  const flow = store.flow<ReviewSteps>({
    watch(element) {
      watched = element;
      // A framework takes an element away and gives it again when it draws.
      void Promise.resolve().then(() => open?.watch(watched));
    },
    approve: () => open?.approve(),
    refuse: () => open?.refuse(),
  });
  return { ...flow, review: queue.review };
}
