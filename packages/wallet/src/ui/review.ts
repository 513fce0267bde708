import { visibleSentence, visibleText } from '../signer/visible-text.ts';
import { describedBy, type Review, type ReviewedAction } from '../signing/review.ts';
import { Base } from './base.ts';
import { button, element } from './dom.ts';
import { elementStyle } from './style.ts';
import { english } from './texts/english.ts';
import type { ElementTexts } from './texts/texts.ts';

/** A payload that waits for the person. */
interface Waiting {
  readonly payload: string;
  readonly action: ReviewedAction;
  readonly describe: Parameters<Review>[2];
  readonly decide: (isApproved: boolean) => void;
  readonly fail: (cause: unknown) => void;
}

/** Whether the person is asked: not for a refresh or a sign-out that can be read. */
function isAsked({ kind, strength }: ReviewedAction): boolean {
  return (kind !== 'refresh' && kind !== 'revoke') || strength === 'unreadable';
}

/**
 * `<payments-review>`: asks the person before something is signed, in a dialog. Pass its `review`
 * to `createWallet`. One payload at a time; while the element is not in a page, everything that has
 * to be asked is refused.
 */
export class ReviewElement extends Base {
  /** The words; default English. */
  texts: ElementTexts = english;
  readonly #queue: Waiting[] = [];

  /** The `review` of `createWallet`. */
  readonly review: Review = (payload, action, describe) => {
    if (!isAsked(action)) return true;
    if (!this.isConnected) return false;
    return new Promise<boolean>((decide, fail) => {
      this.#queue.push({ payload, action, describe, decide, fail });
      if (this.#queue.length === 1) void this.#ask();
    });
  };

  connectedCallback(): void {
    this.upgrade('texts');
    if (this.shadowRoot !== null) return;
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [elementStyle()];
  }

  disconnectedCallback(): void {
    this.shadowRoot?.replaceChildren();
    for (const { decide } of this.#queue.splice(0)) decide(false);
  }

  async #ask(): Promise<void> {
    const [waiting] = this.#queue;
    if (waiting === undefined) return;
    try {
      await this.#show(waiting);
    } catch (cause) {
      // Own words can fail; what waits behind is still asked.
      waiting.fail(cause);
      if (this.#queue[0] === waiting) this.#next();
    }
  }

  #next(): void {
    this.#queue.shift();
    void this.#ask();
  }

  async #show(waiting: Waiting): Promise<void> {
    const { payload, action, describe, decide } = waiting;
    const { lang, review } = this.texts;
    const { resource, isUnread } = await describedBy(describe);
    const sentence = await review.action(action, resource);
    if (this.#queue[0] !== waiting) return;
    const title = element('h2', { text: review.title, part: 'title' });
    const what = element('p', { text: visibleSentence(sentence), className: 'what' });
    const exact = element('pre', { text: visibleText(payload) });
    // Long text is scrolled with the keyboard too.
    exact.tabIndex = 0;
    const details = element('details', {}, element('summary', { text: review.details }), exact);
    const dialog = element('dialog', { part: 'dialog', className: 'stack' });
    const end = (isApproved: boolean) => {
      // The focus returns to where the person was.
      dialog.close();
      dialog.remove();
      decide(isApproved);
      this.#next();
    };
    const refuse = button(review.refuse, () => end(false));
    const approve = button(review.approve, () => end(true), { isPrimary: true });
    refuse.autofocus = true;
    const buttons = element('div', { className: 'buttons' }, refuse, approve);
    const proof = element('p', { text: review.proof[action.strength] });
    const facts = element('div', { className: 'stack' }, what, proof);
    if (isUnread) facts.append(element('p', { text: review.unread }));
    dialog.append(title, facts, details, buttons);
    approve.disabled = isUnread;
    title.id = 'title';
    facts.id = 'facts';
    dialog.lang = lang;
    dialog.setAttribute('aria-labelledby', title.id);
    dialog.setAttribute('aria-describedby', facts.id);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(false);
    });
    this.shadowRoot?.append(dialog);
    dialog.showModal();
  }
}
