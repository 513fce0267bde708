import { button, element } from '../approval/elements.ts';
import { applyLook } from '../approval/look.ts';
import type { QuestionContent } from '../approval/question-view.ts';
import { canTellSight, watchSight } from '../approval/sight.ts';
import type { PromptTexts } from '../approval/texts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { askPerson, type Decision, openWindow, type PromptPlace } from './prompt.ts';

type Place = Omit<PromptPlace, 'view' | 'remark'>;

/** Milliseconds that a window may take to load. */
const LOADS_WITHIN = 15_000;
const LOOKS_EVERY = 50;

/** What is shown in the frame while nothing is approved there. */
interface Panel {
  readonly text: string;
  readonly remark?: string | undefined;
  readonly canOpen?: boolean;
}

/** Shows a panel in the frame, until the person refuses, opens a window, or `signal` ends it. */
function showPanel(
  { facts }: QuestionContent,
  texts: PromptTexts,
  { text, remark = '', canOpen = false }: Panel,
  { clock, signal }: Place,
): Promise<Decision> {
  return new Promise((resolve, reject) => {
    const title = element('h1', { text: texts.headings[facts.heading] });
    const problem = element('p', { className: 'problem', text: remark });
    problem.setAttribute('role', 'status');
    const foot = element('div', { className: 'foot' }, problem);
    const buttons = element(
      'div',
      { className: 'buttons' },
      button(texts.refuse, () => end(false)),
    );
    const open = button(texts.openWindow, () => {
      const opened = openWindow();
      if (opened === null) problem.textContent = texts.blocked;
      else end(opened);
    });
    open.className = 'approve';
    if (canOpen) buttons.append(open);
    foot.append(buttons);
    const body = element('div', { className: 'body' }, element('p', { text }));
    const dialog = element('section', { className: 'payments-question' }, title, body, foot);
    dialog.lang = texts.lang;
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-label', texts.headings[facts.heading]);
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
    function end(decision: Decision): void {
      leave();
      resolve(decision);
    }
    applyLook(window);
    document.body.append(panel);
    const [ignore, hide] = [() => {}, () => canOpen && fail(new WalletError('HIDDEN'))];
    const watched = { clock, whole: dialog, rows: [], onChange: ignore, onSight: ignore };
    const sight = watchSight({ ...watched, onHidden: hide });
    const withdraw = () => fail(signal.reason);
    signal.addEventListener('abort', withdraw, { once: true, signal: ending.signal });
    if (signal.aborted) withdraw();
    else if (canOpen) open.focus();
  });
}

/** Whether a window that was opened shows the page of this signer; a policy can sever it. */
function loads(opened: Window, { clock }: Place): Promise<boolean> {
  const end = clock.monotonic() + LOADS_WITHIN;
  return new Promise((resolve) => {
    const look = () => {
      try {
        if (opened.closed || clock.monotonic() > end) return resolve(false);
        const { href } = opened.location;
        if (href !== 'about:blank' && opened.document.readyState === 'complete')
          return resolve(true);
      } catch {
        // It went to another origin.
        return resolve(false);
      }
      clock.setTimeout(look, LOOKS_EVERY);
    };
    look();
  });
}

/** Asks in a window; undefined if it did not open. The frame says where to continue meanwhile. */
async function askThere(
  opened: Window,
  question: QuestionContent,
  texts: PromptTexts,
  place: Place,
): Promise<boolean | undefined> {
  const ending = new AbortController();
  const withdraw = () => ending.abort(place.signal.reason);
  place.signal.addEventListener('abort', withdraw, { once: true });
  if (place.signal.aborted) withdraw();
  const { signal } = ending;
  try {
    const here = showPanel(question, texts, { text: texts.continueThere }, { ...place, signal });
    const there = async () => {
      if (!(await loads(opened, place))) return undefined;
      return (await askPerson(question, texts, { ...place, signal, view: opened })) === true;
    };
    return (await Promise.race([here, there()])) as boolean | undefined;
  } finally {
    place.signal.removeEventListener('abort', withdraw);
    ending.abort(new WalletError('ABORTED'));
    opened.close();
  }
}

/**
 * Asks the person, in the frame where the browser detects what covers it, and otherwise in a window of
 * the signer, which nothing of the page covers. The person can choose the window in each case.
 *
 * @throws WalletError `HIDDEN`, and the reason of the signal
 */
export async function ask(
  question: QuestionContent,
  texts: PromptTexts,
  place: Place,
): Promise<boolean> {
  let remark: string | undefined;
  for (;;) {
    const said = remark === undefined ? {} : { remark };
    const decision = canTellSight(window)
      ? await askPerson(question, texts, { ...place, ...said, view: window })
      : await showPanel(question, texts, { text: texts.inWindow, canOpen: true, ...said }, place);
    if (typeof decision === 'boolean') return decision;
    const decided = await askThere(decision, question, texts, place);
    if (decided !== undefined) return decided;
    remark = texts.blocked;
  }
}
