import { questionLook } from '@org/payments-contract/internal/question';
import { contentOf, wordsOf } from '../approval/asked-content.ts';
import { button, element, onPress } from '../approval/elements.ts';
import { drawnIn, followPage } from '../approval/legible.ts';
import { nameDialog, questionView } from '../approval/question-view.ts';
import { type Sight, watchSight } from '../approval/sight.ts';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { Asked } from '../signing/review-queue.ts';
import type { ElementState } from './states.ts';
import type { ElementTexts } from './texts/texts.ts';

/** Where the dialog is shown. */
interface ReviewPlace {
  readonly root: ShadowRoot;
  readonly texts: ElementTexts;
  readonly clock: WalletClock;
  /** Aborted when the element leaves the page. */
  readonly removed: AbortSignal;
  readonly onState: (state: ElementState) => void;
}

const HIDES =
  'Nothing of the question could be seen: put <payments-review> into an element that is not hidden, and nothing above its dialog.';

/** Events that a library of dialogs listens for in the page, to close its own or to take the focus. */
const KEPT = ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'wheel', 'touchmove', 'keydown'];

const DIALOG = `
dialog {
  box-sizing: border-box; width: min(30rem, 100vw - 2rem); max-height: min(44rem, 100dvh - 2rem);
  padding: 0; border: 1px solid var(--border); border-radius: calc(2 * var(--radius));
  box-shadow: 0 1.5rem 4rem rgb(0 0 0 / .35); overflow: auto; container-type: inline-size;
}
dialog:not([open]) { display: none !important; }
dialog::backdrop { background: rgb(10 12 18 / .55); }
`;

let sheet: CSSStyleSheet | undefined;

/** The look of the dialog, set by script, which no content security policy forbids. */
function addLook({ adoptedStyleSheets }: ShadowRoot): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(questionLook + DIALOG);
  }
  if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
}

/**
 * Asks in a modal dialog, and waits for the decision.
 *
 * @throws WalletError `HIDDEN`, `UNSHOWN_FIELD`, and the reasons of the signals
 */
export async function showReview(
  asked: Asked,
  { root, texts, clock, removed, onState }: ReviewPlace,
): Promise<boolean> {
  const ends = [asked.signal, removed];
  const review = wordsOf(texts);
  const content = await contentOf(asked, ends);
  const { isUnread } = content;
  const parts = questionView(content, review, 'h2');
  const { title, body, rows, approve } = parts;
  const dialog = element('dialog', { part: 'dialog' });
  const problem = element('p', { className: 'problem' });
  problem.setAttribute('role', 'status');
  const refuse = button(review.refuse, () => {});
  approve.setAttribute('part', 'button primary');
  approve.disabled = true;
  refuse.autofocus = true;
  const buttons = element('div', { className: 'buttons' }, refuse, approve);
  dialog.append(title, body, element('div', { className: 'foot' }, problem, buttons));
  title.setAttribute('part', 'title');
  nameDialog(dialog, parts, review.lang);
  const ending = new AbortController();
  const listening = { signal: ending.signal };
  let sight: Sight | undefined;
  let wasClear = false;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const hide = () => reject(new WalletError('HIDDEN', { message: HIDES }));
      const update = () => {
        approve.disabled = isUnread || sight?.isArmed() !== true;
        onState(approve.disabled ? 'reading' : 'answerable');
        const isClear = sight?.isClear() === true;
        const missing = isClear && sight?.isRead() === false && !isUnread ? review.scroll : '';
        problem.textContent = isClear || !wasClear ? missing : review.covered;
      };
      onPress(
        refuse,
        () => true,
        () => resolve(false),
      );
      onPress(
        approve,
        () => !isUnread && sight?.isArmed() === true,
        () => resolve(true),
      );
      for (const end of ends) {
        end.addEventListener('abort', () => reject(end.reason), listening);
      }
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        resolve(false);
      });
      const keep = (event: Event) => event.stopPropagation();
      for (const type of KEPT) dialog.addEventListener(type, keep);
      // Before the listeners of the page: Escape is for this dialog alone.
      const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && keep(event);
      window.addEventListener('keydown', keepEscape, { capture: true, ...listening });
      addLook(root);
      root.append(dialog);
      followPage(dialog, root.host);
      // Libraries of dialogs hide from screen readers what is beside their own.
      for (const around of drawnIn(root.host)) around.removeAttribute('aria-hidden');
      dialog.showModal();
      // A person reads from the beginning; the button that has the focus may be at the end.
      dialog.scrollTop = 0;
      if (dialog.getClientRects().length === 0) return hide();
      const onSight = () => {
        wasClear = true;
      };
      sight = watchSight({
        clock,
        whole: dialog,
        rows,
        onChange: update,
        onSight,
        onHidden: hide,
      });
    });
  } finally {
    ending.abort();
    sight?.stop();
    // The focus returns to where the person was.
    dialog.close();
    dialog.remove();
  }
}
