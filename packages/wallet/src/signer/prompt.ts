import { readCode } from '@org/payments-contract/internal';
import { button, element, onPress } from '../approval/elements.ts';
import { applyLook } from '../approval/look.ts';
import { nameDialog, type QuestionContent, questionView } from '../approval/question-view.ts';
import { canTellSight, type Sight, watchSight } from '../approval/sight.ts';
import type { PromptTexts } from '../approval/words/texts.ts';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

/** Where a prompt is shown, and what ends it. */
export interface PromptPlace {
  /** The frame of the signer, or a window of it. */
  readonly view: Window;
  readonly clock: WalletClock;
  readonly signal: AbortSignal;
  /** Announced at the beginning. */
  readonly remark?: string;
}

/** A decision, or the window in which the person wants to decide. */
export type Decision = boolean | Window;

/** Opens a window of this page, in a click; null if the browser does not. */
export function openWindow(hash = ''): Window | null {
  const { href } = new URL(hash, location.href);
  return window.open(href, '_blank', 'popup,width=480,height=720');
}

/** Four digits, which only a person who can read the prompt can type. */
function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(1_000 + (number % 9_000));
}

/**
 * Shows the change to sign, and waits for the person's decision. To approve, the person types a code
 * that only the prompt shows, after each row was in sight. The code lives as long as the prompt is in
 * sight: after it was covered there is another one, and what was typed meanwhile does not count. A
 * click alone does not approve: the page can move the frame under a click that was meant for something
 * else, and no browser reports a frame that a `mask-image` of the page hides. What could not be
 * described cannot be approved.
 *
 * @returns whether the person approved; in a frame also the window that they opened instead
 * @throws WalletError `HIDDEN` for a prompt that is not in sight for long; and the reason of the signal
 */
export function askPerson(
  question: QuestionContent,
  texts: PromptTexts,
  { view, clock, signal, remark: first = '' }: PromptPlace,
): Promise<Decision> {
  const parts = questionView(question, texts, 'h1');
  const { title, body, rows, approve } = parts;
  // Announced when it changes.
  const problem = element('p', { className: 'problem' });
  problem.id = crypto.randomUUID();
  problem.setAttribute('role', 'status');
  const typed = element('input', {});
  typed.inputMode = 'numeric';
  typed.autocomplete = 'off';
  typed.setAttribute('aria-describedby', problem.id);
  const request = element('span', {});
  const label = element('label', {}, request, typed);
  const refuse = button(texts.refuse, () => {});
  const buttons = element('div', { className: 'buttons' }, refuse, approve);
  const foot = element('div', { className: 'foot' }, label, problem, buttons);
  const dialog = element('section', {}, title, body, foot);
  const prompt = element('main', { className: 'payments-wallet' }, dialog);
  nameDialog(dialog, parts, texts.lang);
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-modal', 'true');

  return new Promise((resolve, reject) => {
    let code: string | undefined;
    let remark = first;
    const isTyped = () => code !== undefined && readCode(typed.value) === code;
    const ending = new AbortController();
    let sight: Sight | undefined;
    const end = (decide: () => void) => {
      ending.abort();
      sight?.stop();
      prompt.remove();
      decide();
    };
    const refused = () => end(() => resolve(false));
    const canApprove = () => !question.isUnread && isTyped() && sight?.isArmed() === true;
    /** What is missing; the code's own remark stays until another key is pressed. */
    function update(): void {
      approve.disabled = !canApprove();
      const isClear = sight?.isClear() === true;
      // Out of sight there is none: the next one is another.
      request.textContent = texts.typeCode((isClear && code) || '••••');
      const missing = isClear && sight?.isRead() !== true ? texts.scroll : remark;
      problem.textContent = isClear || code === undefined ? missing : texts.covered;
      typed.ariaInvalid = String(remark === texts.wrongCode);
    }
    /** In sight, for the first time or again: the code is another one, and nothing is typed. */
    function onSight(): void {
      if (code !== undefined) remark = texts.newCode;
      code = newCode();
      typed.value = '';
      // A person who was faster keeps the focus: their next key would be one for another element.
      if (!prompt.contains(view.document.activeElement)) typed.focus({ preventScroll: true });
    }

    typed.addEventListener('input', ({ isTrusted }) => {
      if (!isTrusted) typed.value = '';
      remark = '';
      update();
    });
    typed.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.repeat || !event.isTrusted) return;
      if (canApprove()) return end(() => resolve(true));
      if (!question.isUnread && !isTyped()) remark = texts.wrongCode;
      update();
    });
    onPress(approve, canApprove, () => end(() => resolve(true)));
    refuse.addEventListener('click', refused);
    const { signal: ended } = ending;
    view.addEventListener('keydown', ({ key }) => key === 'Escape' && refused(), { signal: ended });
    const withdraw = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', withdraw, { once: true, signal: ended });
    if (view === window) {
      const open = button(texts.openWindow, () => {
        const opened = openWindow();
        if (opened !== null) return end(() => resolve(opened));
        remark = texts.blocked;
        update();
      });
      open.className = 'window';
      foot.append(open);
    } else view.addEventListener('pagehide', refused, { signal: ended });
    applyLook(view);
    view.document.body.append(prompt);
    if (signal.aborted) return withdraw();
    const onHidden = () => end(() => reject(new WalletError('HIDDEN')));
    // A frame can be made as small as the page likes; a window is the person's.
    const isReadable = () => view !== window || canTellSight(window);
    const watched = { clock, whole: dialog, rows, isReadable };
    sight = watchSight({ ...watched, onChange: update, onSight, onHidden });
    update();
  });
}
