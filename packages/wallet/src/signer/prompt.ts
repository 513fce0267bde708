import type { ReviewedAction } from '../signing/review.ts';
import { watchVisibility } from './visibility.ts';

/** The prompt that a person is shown. */
export interface Question {
  /** The origin of the page that requests it. */
  readonly page: string;
  readonly action: ReviewedAction;
  readonly payload: string;
}

/** The words of the prompt, for other languages than English. */
export interface PromptTexts {
  /** The heading; `page` is the origin that asks. */
  readonly title: (page: string) => string;
  /** What is to be signed, in words. */
  readonly action: (action: ReviewedAction) => string;
  /** The label of the details. */
  readonly details: string;
  /** The request to type a code, when a click alone is not enough. */
  readonly typeCode: (code: string) => string;
  /** The label of the button that signs. */
  readonly approve: string;
  /** The label of the button that refuses. */
  readonly refuse: string;
}

export const englishTexts: PromptTexts = {
  title: (page) => `${page} asks you to sign`,
  action: (action) => {
    if (action.kind === 'add_passkey') return `Add the passkey “${action.nickname}”`;
    if (action.kind === 'remove_credential') return 'Remove a way to sign in';
    return action.kind === 'action' ? action.action : action.kind;
  },
  details: 'What is signed',
  typeCode: (code) => `Type ${code} to approve`,
  approve: 'Approve',
  refuse: 'Refuse',
};

const PROMPT_STYLE: Readonly<Record<string, string>> = {
  'box-sizing': 'border-box',
  'max-height': 'calc(100vh - 2rem)',
  overflow: 'auto',
  'overflow-wrap': 'anywhere',
};

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

/** Four digits, to be typed if the browser cannot detect whether the prompt was covered. */
function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(1_000 + (number % 9_000));
}

/**
 * Shows the change to sign, and waits for the person's decision. To approve, the person clicks on a
 * prompt that was fully visible, uncovered, for a while. If the browser cannot detect that
 * (Firefox, WebKit), the person has to type a code that only the prompt shows.
 *
 * @param signal withdraws the prompt, which refuses
 * @returns whether the person approved
 */
export function askPerson(
  question: Question,
  texts: PromptTexts,
  signal: AbortSignal,
): Promise<boolean> {
  const { page, action, payload } = question;
  return new Promise((resolve) => {
    const approve = element('button', texts.approve);
    const refuse = element('button', texts.refuse);
    approve.type = 'button';
    refuse.type = 'button';
    approve.disabled = true;
    const input = action.kind === 'action' ? (JSON.stringify(action.input, null, 1) ?? '') : '';
    const details = element('summary', texts.details);
    const prompt = element(
      'main',
      '',
      element('h1', texts.title(page)),
      element('p', visibleText(texts.action(action))),
      element('pre', visibleText(input)),
      element('details', '', details, element('pre', visibleText(payload))),
    );
    prompt.setAttribute('role', 'alertdialog');
    // A long prompt scrolls inside; only the part that the frame shows has to be visible.
    for (const [name, value] of Object.entries(PROMPT_STYLE)) prompt.style.setProperty(name, value);
    document.body.append(prompt);

    let hasTyped = true;
    const visibility = watchVisibility(prompt, update);
    function update(): void {
      approve.disabled = !(hasTyped && visibility.isClear());
    }
    if (!visibility.isTracked) {
      const code = newCode();
      const typed = element('input', '');
      typed.inputMode = 'numeric';
      typed.autocomplete = 'off';
      hasTyped = false;
      typed.addEventListener('input', ({ isTrusted }) => {
        hasTyped = isTrusted && typed.value.trim() === code;
        update();
      });
      prompt.append(element('label', texts.typeCode(code), typed));
    }
    prompt.append(approve, refuse);
    update();

    const end = (isApproved: boolean) => {
      visibility.stop();
      prompt.remove();
      resolve(isApproved);
    };
    approve.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted && hasTyped && visibility.isClear()) end(true);
    });
    refuse.addEventListener('click', () => end(false));
    signal.addEventListener('abort', () => end(false), { once: true });
  });
}
