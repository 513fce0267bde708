import type { Described, ReviewedAction } from '../signing/review.ts';
import { applyPromptStyle } from './prompt-style.ts';
import type { PromptTexts } from './prompt-texts.ts';
import { watchVisibility } from './visibility.ts';
import { visibleSentence, visibleText } from './visible-text.ts';

/** The prompt that a person is shown. */
export interface Question {
  /** The origin of the page that requests it. */
  readonly page: string;
  readonly action: ReviewedAction;
  readonly payload: string;
  /** What the service says of the resource of the change. */
  readonly described: Described;
}

/** The smallest frame in which heading, sentence, code and buttons are in sight together. CSS pixels. */
const MIN_WIDTH = 240;
const MIN_HEIGHT = 280;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

function button(text: string, className: string): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  made.className = className;
  return made;
}

/** Four digits, which only a person who can read the prompt can type. */
function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(1_000 + (number % 9_000));
}

/** What the page sent, where the platform has not declared the change. */
function inputOf(action: ReviewedAction): string {
  if (action.kind !== 'action' || action.change !== undefined) return '';
  return JSON.stringify(action.input, null, 1) ?? '';
}

/**
 * Shows the change to sign, and waits for the person's decision. To approve, the person types a code
 * that only the prompt shows, in a frame that shows heading and buttons together. A click alone does
 * not approve: the page can move the frame under a click that was meant for something else, and no
 * browser reports a frame that a `mask-image` of the page hides. Chromium reports most other ways to
 * hide it, and the prompt then waits until it was fully visible for a while. What could not be
 * described cannot be approved.
 *
 * @param signal withdraws the prompt, which refuses
 * @returns whether the person approved
 */
export async function askPerson(
  question: Question,
  texts: PromptTexts,
  signal: AbortSignal,
): Promise<boolean> {
  const { page, action, payload, described } = question;
  const sentence = visibleSentence(await texts.action(action, described.resource));
  return new Promise((resolve) => {
    const approve = button(texts.approve, 'approve');
    const refuse = button(texts.refuse, 'refuse');
    const title = element('h1', texts.title(page));
    const what = element('p', sentence);
    // Announced when it changes.
    const problem = element('p', '');
    problem.id = 'payments-wallet-problem';
    problem.setAttribute('role', 'status');
    const code = newCode();
    const typed = element('input', '');
    typed.inputMode = 'numeric';
    typed.autocomplete = 'off';
    typed.setAttribute('aria-describedby', problem.id);
    const details = element('details', '', element('summary', texts.details));
    details.append(element('pre', visibleText(payload)));
    const input = visibleText(inputOf(action));
    const facts = element('div', '', what, element('p', texts.proof[action.strength]));
    if (described.isUnread) facts.append(element('p', texts.unread));
    const body = element('div', '', facts);
    body.className = 'body';
    if (input !== '') body.append(element('pre', input));
    body.append(details);
    const buttons = element('div', '', approve, refuse);
    buttons.className = 'buttons';
    const label = element('label', texts.typeCode(code), typed);
    const dialog = element('section', '', title, body, label, problem, buttons);
    const prompt = element('main', '', dialog);
    title.id = 'payments-wallet-title';
    facts.id = 'payments-wallet-facts';
    what.className = 'what';
    dialog.lang = texts.lang;
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-modal', 'true');
    dialog.setAttribute('aria-labelledby', title.id);
    dialog.setAttribute('aria-describedby', facts.id);
    applyPromptStyle();
    document.body.append(prompt);

    let hasTyped = false;
    const visibility = watchVisibility(dialog, update);
    const isLarge = () => innerWidth >= MIN_WIDTH && innerHeight >= MIN_HEIGHT;
    function canApprove(): boolean {
      return !described.isUnread && isLarge() && visibility.isClear() && hasTyped;
    }
    /** @param remark what a person should know who pressed Enter */
    function update(remark = ''): void {
      approve.disabled = !canApprove();
      problem.textContent = isLarge() ? remark : texts.tooSmall;
      typed.ariaInvalid = String(remark === texts.wrongCode);
    }
    update();
    // The frame is shown meanwhile: an element of a hidden frame cannot have the focus. A person who
    // was faster keeps it: their next key would be one for another element.
    requestAnimationFrame(() => prompt.contains(document.activeElement) || typed.focus());

    const ending = new AbortController();
    const end = (isApproved: boolean) => {
      ending.abort();
      visibility.stop();
      prompt.remove();
      resolve(isApproved);
    };
    typed.addEventListener('input', ({ isTrusted }) => {
      hasTyped = isTrusted && typed.value.trim() === code;
      update();
    });
    const tryToApprove = ({ isTrusted }: Event) => {
      const isApproved = isTrusted && canApprove();
      if (isApproved) end(true);
      return isApproved;
    };
    approve.addEventListener('click', tryToApprove);
    typed.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || tryToApprove(event) || described.isUnread) return;
      update(hasTyped ? texts.covered : texts.wrongCode);
    });
    refuse.addEventListener('click', () => end(false));
    addEventListener('resize', () => update(), { signal: ending.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), {
      signal: ending.signal,
    });
    signal.addEventListener('abort', () => end(false), { once: true, signal: ending.signal });
    if (signal.aborted) end(false);
  });
}
