import type { ReviewedAction } from '../signing/review.ts';
import { watchPointer } from './pointer.ts';
import { applyPromptStyle } from './prompt-style.ts';
import type { PromptFacts, PromptTexts } from './prompt-texts.ts';
import { watchVisibility } from './visibility.ts';

/** The prompt that a person is shown. */
export interface Question {
  /** The origin of the page that requests it. */
  readonly page: string;
  readonly action: ReviewedAction;
  readonly payload: string;
  readonly facts: PromptFacts;
}

/** The smallest frame in which heading, sentence and buttons are in sight together. CSS pixels. */
const MIN_WIDTH = 240;
const MIN_HEIGHT = 200;

/**
 * Returns text in which invisible characters, and those that reverse the text around them, are
 * written as their number.
 */
function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

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

/** Four digits, to be typed by a keyboard, and where a browser cannot detect a covered prompt. */
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
 * Shows the change to sign, and waits for the person's decision. To approve, the person clicks on a
 * prompt that was fully visible, uncovered and at rest under the pointer for a while, in a frame
 * that shows heading and buttons together; or types a code that only the prompt shows. In a browser
 * that cannot detect a covered prompt (Firefox, WebKit), the code is needed.
 *
 * @param signal withdraws the prompt, which refuses
 * @returns whether the person approved
 */
export async function askPerson(
  question: Question,
  texts: PromptTexts,
  signal: AbortSignal,
): Promise<boolean> {
  const { page, action, payload, facts } = question;
  const sentence = visibleText(await texts.action(action, facts));
  return new Promise((resolve) => {
    const approve = button(texts.approve, 'approve');
    const refuse = button(texts.refuse, 'refuse');
    const title = element('h1', texts.title(page));
    const what = element('p', sentence);
    const tooSmall = element('p', texts.tooSmall);
    const code = newCode();
    const typed = element('input', '');
    typed.inputMode = 'numeric';
    typed.autocomplete = 'off';
    const details = element('details', '', element('summary', texts.details));
    details.append(element('pre', visibleText(payload)));
    const input = visibleText(inputOf(action));
    const body = element('div', '', what, element('p', texts.proof[action.strength]));
    body.className = 'body';
    if (input !== '') body.append(element('pre', input));
    body.append(details, element('label', texts.typeCode(code), typed));
    const buttons = element('div', '', approve, refuse);
    buttons.className = 'buttons';
    const prompt = element('main', '', title, body, tooSmall, buttons);
    title.id = 'payments-wallet-title';
    what.id = 'payments-wallet-what';
    what.className = 'what';
    prompt.lang = texts.lang;
    prompt.setAttribute('role', 'alertdialog');
    prompt.setAttribute('aria-modal', 'true');
    prompt.setAttribute('aria-labelledby', title.id);
    prompt.setAttribute('aria-describedby', what.id);
    applyPromptStyle();
    document.body.append(prompt);

    let hasTyped = false;
    const visibility = watchVisibility(prompt, update);
    const pointer = watchPointer(update);
    function canApprove(): boolean {
      const isLarge = innerWidth >= MIN_WIDTH && innerHeight >= MIN_HEIGHT;
      tooSmall.hidden = isLarge;
      const isPointed = visibility.isTracked && pointer.isAtRest();
      return isLarge && visibility.isClear() && (hasTyped || isPointed);
    }
    function update(): void {
      approve.disabled = !canApprove();
    }
    update();
    // The frame is shown meanwhile: an element of a hidden frame cannot have the focus.
    requestAnimationFrame(() => refuse.focus());

    const ending = new AbortController();
    const end = (isApproved: boolean) => {
      ending.abort();
      visibility.stop();
      pointer.stop();
      prompt.remove();
      resolve(isApproved);
    };
    typed.addEventListener('input', ({ isTrusted }) => {
      hasTyped = isTrusted && typed.value.trim() === code;
      update();
    });
    approve.addEventListener('click', ({ isTrusted, detail }) => {
      // A key press has no position: whoever moved the focus here may have begun it elsewhere.
      if (isTrusted && (detail > 0 || hasTyped) && canApprove()) end(true);
    });
    refuse.addEventListener('click', () => end(false));
    addEventListener('resize', update, { signal: ending.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), {
      signal: ending.signal,
    });
    signal.addEventListener('abort', () => end(false), { once: true, signal: ending.signal });
    if (signal.aborted) end(false);
  });
}
