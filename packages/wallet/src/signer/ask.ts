import type { QuestionContent } from '../approval/question-view.ts';
import { canTellSight } from '../approval/sight.ts';
import type { PromptTexts } from '../approval/words/texts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { eitherSignal } from '../platform/required.ts';
import { showPanel } from './panel.ts';
import { askPerson, openWindow, type PromptPlace } from './prompt.ts';
import type { FrameSize } from './protocol.ts';

interface Place extends Omit<PromptPlace, 'view' | 'remark'> {
  /** Whether the frame will do, where the browser detects what covers it. */
  readonly isInFrame: boolean;
  /** Shows the frame, in the size that it needs. */
  show(size: FrameSize): void;
}

/** Milliseconds that a window may take to load. */
const LOADS_WITHIN = 15_000;
const LOOKS_EVERY = 50;

/** Whether a window that was opened shows the page of this signer; a policy can sever it. */
function loads(opened: Window, { clock }: Place): Promise<boolean> {
  const end = clock.monotonic() + LOADS_WITHIN;
  return new Promise((resolve) => {
    const look = () => {
      try {
        if (opened.closed || clock.monotonic() > end) return resolve(false);
        const { href } = opened.location;
        const isComplete = href !== 'about:blank' && opened.document.readyState === 'complete';
        if (isComplete) return resolve(true);
      } catch {
        // It went to another origin.
        return resolve(false);
      }
      clock.setTimeout(look, LOOKS_EVERY);
    };
    look();
  });
}

/** Asks in a window, closed at once with the frame, which says where to continue; undefined if blocked. */
async function askThere(
  opened: Window,
  question: QuestionContent,
  texts: PromptTexts,
  place: Place,
): Promise<boolean | undefined> {
  const ending = new AbortController();
  const signal = eitherSignal(place.signal, ending.signal);
  signal.addEventListener('abort', () => opened.close());
  const panel = { title: texts.headings[question.facts.heading], text: texts.continueThere };
  try {
    place.show('panel');
    const here = showPanel(panel, texts, { ...place, signal });
    const there = async () => {
      if (!(await loads(opened, place))) return undefined;
      return (await askPerson(question, texts, { ...place, signal, view: opened })) === true;
    };
    return await Promise.race([here, there()]);
  } finally {
    ending.abort(new WalletError('ABORTED'));
  }
}

/**
 * Asks the person, in the frame where the browser detects what covers it, and otherwise, or if it was
 * chosen, in a window of the signer, which nothing of the page covers. The person can choose the window
 * in each case.
 *
 * @throws WalletError `HIDDEN`, and the reason of the signal
 */
export async function ask(
  question: QuestionContent,
  texts: PromptTexts,
  place: Place,
): Promise<boolean> {
  const title = texts.headings[question.facts.heading];
  const open = { label: texts.openWindow, press: openWindow };
  let remark: string | undefined;
  for (;;) {
    const said = remark === undefined ? {} : { remark };
    const isInFrame = place.isInFrame && canTellSight(window);
    place.show(isInFrame ? 'question' : 'panel');
    const decision = isInFrame
      ? await askPerson(question, texts, { ...place, ...said, view: window })
      : await showPanel({ title, text: texts.inWindow, button: open, ...said }, texts, place);
    if (typeof decision === 'boolean') return decision;
    const decided = await askThere(decision, question, texts, place);
    if (decided !== undefined) return decided;
    remark = texts.blocked;
  }
}
