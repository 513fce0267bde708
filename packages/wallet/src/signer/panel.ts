import { button, element } from '../approval/elements.ts';
import { applyLook } from '../approval/look.ts';
import { watchSight } from '../approval/sight.ts';
import { setLanguage } from '../approval/words/language.ts';
import type { PromptTexts } from '../approval/words/texts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { PromptPlace } from './prompt.ts';

/** The words and the button of a panel. */
export interface Panel<Result> {
  readonly title: string;
  readonly text: string;
  /** Announced at the beginning. */
  readonly remark?: string | undefined;
  /** Beside the one that refuses. */
  readonly button?: {
    readonly label: string;
    /** Called inside the click; null if the browser did not open the window, nothing to wait on. */
    press(): Result | null | undefined;
  };
}

/**
 * Shows a panel in the frame while nothing is approved there, until the person refuses or has pressed
 * the button, or `signal` ends it.
 *
 * @returns false when the person refused
 * @throws WalletError `HIDDEN` for a button that is not in sight for long
 */
export function showPanel<Result = never>(
  { title, text, remark = '', button: action }: Panel<Result>,
  texts: PromptTexts,
  { clock, signal }: Pick<PromptPlace, 'clock' | 'signal'>,
): Promise<Result | false> {
  return new Promise((resolve, reject) => {
    const heading = element('h1', { text: title });
    const problem = element('p', { className: 'problem', text: remark });
    problem.setAttribute('role', 'status');
    const refuse = button(texts.refuse, () => end(false));
    const buttons = element('div', { className: 'buttons' }, refuse);
    const foot = element('div', { className: 'foot' }, problem, buttons);
    const press = button(action?.label ?? '', () => {
      const pressed = action?.press();
      problem.textContent = pressed === null ? texts.blocked : '';
      if (pressed !== null && pressed !== undefined) end(pressed);
    });
    press.className = 'approve';
    if (action !== undefined) buttons.append(press);
    const body = element('div', { className: 'body' }, element('p', { text }));
    const dialog = element(
      'section',
      { className: 'payments-question panel' },
      heading,
      body,
      foot,
    );
    setLanguage(dialog, texts.lang);
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-label', title);
    const panel = element('main', { className: 'payments-wallet' }, dialog);
    const ending = new AbortController();
    const leave = () => {
      ending.abort();
      sight.stop();
      panel.remove();
    };
    const fail = (cause: unknown) => {
      leave();
      reject(cause);
    };
    function end(decision: Result | false): void {
      leave();
      resolve(decision);
    }
    applyLook(window);
    document.body.append(panel);
    const ignore = () => {};
    const hide = () => action !== undefined && fail(new WalletError('HIDDEN'));
    // A frame that the page does not show yet cannot take the focus.
    const onSight = () => dialog.contains(document.activeElement) || press.focus();
    const watched = { clock, whole: dialog, rows: [], onChange: ignore, onSight };
    const sight = watchSight({ ...watched, onHidden: hide });
    const withdraw = () => fail(signal.reason);
    signal.addEventListener('abort', withdraw, { once: true, signal: ending.signal });
    if (signal.aborted) withdraw();
  });
}
