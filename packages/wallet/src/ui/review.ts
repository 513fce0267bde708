import { systemClock, type WalletClock } from '../clock.ts';
import { toWalletError, WalletError } from '../errors/wallet-error.ts';
import { once } from '../platform/once.ts';
import { type Asked, createReviewQueue } from '../signing/review-queue.ts';
import { Base } from './drawn-element.ts';
import { type ElementState, stateAfter } from './states.ts';
import { elementStyle } from './style.ts';
import { english } from './texts/english.ts';
import type { ElementTexts } from './texts/texts.ts';

/** The dialog, with its words; loaded while the page is idle, or at the latest when it is needed. */
const loadDialog = once(async () => (await import('./review-dialog.ts')).showReview);

const NOT_SHOWN = 'Put <payments-review> into the page, and leave it there.';
/**
 * `<payments-review>`: asks the person before something is signed, in a dialog above everything. Pass
 * its `review` to `createWallet`. One payload at a time; each ends with its challenge and its session.
 * While the element is not in a page, or where nothing of it can be seen, everything that has to be
 * asked is refused with `HIDDEN`.
 */
export class ReviewElement extends Base {
  /** The words; default English. */
  texts: ElementTexts = (this as Partial<ReviewElement>).texts ?? english;
  /** The source of time, which tests can replace. */
  clock: WalletClock = (this as Partial<ReviewElement>).clock ?? systemClock;
  readonly #queue = createReviewQueue(
    { isShown: () => this.isConnected, missing: NOT_SHOWN },
    (asked) => this.#ask(asked),
  );

  /** The `review` of `createWallet`. */
  readonly review = this.#queue.review;

  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [elementStyle()];
    // A failure is reported when a question needs it.
    void loadDialog().catch(() => {});
  }

  disconnectedCallback(): void {
    this.#queue.end();
    this.#close();
  }

  /** Ends what is shown. */
  #close = () => {};

  async #ask(asked: Asked): Promise<boolean> {
    try {
      this.enter('asking');
      const isApproved = await this.#show(asked);
      this.enter(isApproved ? 'approved' : 'refused');
      return isApproved;
    } catch (cause) {
      this.enter(stateAfter(toWalletError(cause)));
      throw cause;
    }
  }

  async #show(asked: Asked): Promise<boolean> {
    const showReview = await loadDialog();
    const root = this.shadowRoot;
    if (root === null || !this.isConnected) throw new WalletError('HIDDEN', { message: NOT_SHOWN });
    const removed = new AbortController();
    this.#close = () => removed.abort(new WalletError('HIDDEN', { message: NOT_SHOWN }));
    const { texts, clock } = this;
    const onState = (state: ElementState) => this.enter(state);
    return showReview(asked, { root, texts, clock, removed: removed.signal, onState });
  }
}
