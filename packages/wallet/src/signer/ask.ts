import type { QuestionContent } from '../approval/question-view.ts';
import { canTellSight } from '../approval/sight.ts';
import type { PromptTexts } from '../approval/texts.ts';
import { showPanel } from './panel.ts';
import { askPerson, openWindow, type PromptPlace } from './prompt.ts';
import { inWindow } from './window.ts';

/**
 * Asks the person, in the frame where the browser detects what covers it, and otherwise in a window of
 * the signer, which nothing of the page covers. The person can choose the window in each case.
 *
 * @throws WalletError `HIDDEN`, and the reason of the signal
 */
export async function ask(
  question: QuestionContent,
  texts: PromptTexts,
  place: Omit<PromptPlace, 'view' | 'remark'>,
): Promise<boolean> {
  const title = texts.headings[question.facts.heading];
  const open = { label: texts.openWindow, press: openWindow };
  let remark: string | undefined;
  for (;;) {
    const said = remark === undefined ? {} : { remark };
    const decision = canTellSight(window)
      ? await askPerson(question, texts, { ...place, ...said, view: window })
      : await showPanel({ title, text: texts.inWindow, button: open, ...said }, texts, place);
    if (typeof decision === 'boolean') return decision;
    const decided = await inWindow(decision, title, texts, place, (there) =>
      askPerson(question, texts, there),
    );
    decision.close();
    if (decided !== undefined) return decided === true;
    remark = texts.blocked;
  }
}
