import { systemClock, type WalletClock } from '../clock.ts';
import { toWalletError, WalletError } from '../errors/wallet-error.ts';
import { once } from '../platform/once.ts';
import type { QuestionLife, Review, ReviewedAction } from '../signing/review.ts';
import { Base } from './base.ts';
import { type ElementState, stateAfter } from './states.ts';
import { elementStyle } from './style.ts';
import { english } from './texts/english.ts';
import type { ElementTexts } from './texts/texts.ts';

/** The dialog, with its words; loaded while the page is idle, or at the latest when it is needed. */
const loadDialog = once(async () => (await import('./review-dialog.ts')).showReview);

/** A payload that waits for the person. */
interface Waiting {
  readonly payload: string;
  readonly action: ReviewedAction;
  readonly describe: Parameters<Review>[2];
  readonly signal: AbortSignal;
  readonly decide: (isApproved: boolean) => void;
  readonly fail: (cause: unknown) => void;
}

/** As the wallet asks; the life of the question may be left out. */
type Asked = [
  payload: string,
  action: ReviewedAction,
  describe: Parameters<Review>[2],
  life?: QuestionLife,
];

/** Whether the person is asked: not for a refresh or a sign-out that can be read. */
function isAsked({ kind, strength }: ReviewedAction): boolean {
  return (kind !== 'refresh' && kind !== 'revoke') || strength === 'unreadable';
}

const NOT_SHOWN = 'Put <payments-review> into the page, and leave it there.';
/**
 * `<payments-review>`: asks the person before something is signed, in a dialog above everything. Pass
 * its `review` to `createWallet`. One payload at a time; each ends with its challenge and its session.
 * While the element is not in a page, or where nothing of it can be seen, everything that has to be
 * asked is refused with `HIDDEN`.
 */
export class ReviewElement extends Base {
  /** The words; default English. */
  texts: ElementTexts = english;
  /** The source of time, which tests can replace. */
  clock: WalletClock = systemClock;
  readonly #queue: Waiting[] = [];

  /** The `review` of `createWallet`. */
  readonly review = (...[payload, action, describe, life]: Asked): boolean | Promise<boolean> => {
    if (!isAsked(action)) return true;
    if (!this.isConnected) throw new WalletError('HIDDEN', { message: NOT_SHOWN });
    const { signal } = life ?? new AbortController();
    return new Promise<boolean>((decide, fail) => {
      this.#queue.push({ payload, action, describe, signal, decide, fail });
      if (this.#queue.length === 1) void this.#ask();
    });
  };

  connectedCallback(): void {
    this.upgrade('texts', 'clock');
    if (this.shadowRoot !== null) return;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [elementStyle()];
    // A failure is reported when a question needs it.
    void loadDialog().catch(() => {});
  }

  disconnectedCallback(): void {
    const cause = new WalletError('HIDDEN', { message: NOT_SHOWN });
    for (const { fail } of this.#queue.splice(0)) fail(cause);
    this.#close();
  }

  /** Ends what is shown. */
  #close = () => {};

  async #ask(): Promise<void> {
    const [waiting] = this.#queue;
    if (waiting === undefined) return;
    try {
      this.enter('asking');
      const isApproved = await this.#show(waiting);
      this.enter(isApproved ? 'approved' : 'refused');
      waiting.decide(isApproved);
    } catch (cause) {
      this.enter(stateAfter(toWalletError(cause)));
      // Own words can fail; what waits behind is still asked.
      waiting.fail(cause);
    }
    if (this.#queue[0] !== waiting) return;
    this.#queue.shift();
    void this.#ask();
  }

  async #show(waiting: Waiting): Promise<boolean> {
    const showReview = await loadDialog();
    const root = this.shadowRoot;
    if (root === null || !this.isConnected) throw new WalletError('HIDDEN', { message: NOT_SHOWN });
    const removed = new AbortController();
    this.#close = () => removed.abort(new WalletError('HIDDEN', { message: NOT_SHOWN }));
    const { texts, clock } = this;
    const onState = (state: ElementState) => this.enter(state);
    return showReview(waiting, { root, texts, clock, removed: removed.signal, onState });
  }
}
