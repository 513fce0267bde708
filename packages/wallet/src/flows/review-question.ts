import { visibleText } from '@org/payments-contract/internal';
import {
  actText,
  labelText,
  ownText,
  strangerWords,
} from '@org/payments-contract/internal/question';
import { contentOf, type ReviewTexts, wordsOf } from '../approval/asked-content.ts';
import { HIDDEN_AFTER, type Sight, watchSight } from '../approval/sight.ts';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { Asked } from '../signing/review-queue.ts';

/** A line of a question. */
export interface ReviewLine {
  /** The `data-row` of the element that shows it. */
  readonly id: string;
  readonly text: string;
}

/** One fact of a change. */
export interface ReviewRow {
  /** The `data-row` of the element that shows its label, its value and its notes. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Whether somebody else chose the value: show it in a `<bdi>`, which nothing of yours is in. */
  readonly isForeign: boolean;
  /** What a person should know of the value, such as letters that look like others. */
  readonly notes: readonly string[];
  /** Who says it. */
  readonly origin: string;
}

/** What a person decides about, in words. */
export interface ReviewQuestion {
  readonly title: ReviewLine;
  readonly warnings: readonly ReviewLine[];
  readonly rows: readonly ReviewRow[];
  /** What the text to sign proves. */
  readonly proof: ReviewLine;
  /** The exact text, with its invisible characters drawn. */
  readonly payload: string;
  /** Labels for the buttons, and what to do until everything was in sight. */
  readonly words: {
    readonly approve: string;
    readonly refuse: string;
    readonly details: string;
    readonly scroll: string;
  };
}

/** What each element of a question has to say, by the id of the element. */
export function textsOf({ title, warnings, rows, proof }: ReviewQuestion) {
  const lines = [title, ...warnings, proof].map(({ id, text }) => [id, [text]] as const);
  const facts = rows.map(({ id, label, value, notes }) => [id, [label, value, ...notes]] as const);
  return new Map<string, readonly string[]>([...lines, ...facts]);
}

/** Whether a text has everything that a row has to say. */
function says(text: string, row: Element, question: ReviewQuestion): boolean {
  const said = textsOf(question).get(row.getAttribute('data-row') ?? '');
  return said?.every((one) => text.includes(one)) === true;
}

/** The ids whose element is missing, is there twice, or says something else. */
function missingIn(elements: readonly Element[], question: ReviewQuestion): string[] {
  const texts = textsOf(question);
  const ids = elements.map((element) => element.getAttribute('data-row') ?? '');
  const wrong = elements.filter((element, at) => {
    const id = ids[at] ?? '';
    const isTwice = ids.indexOf(id) !== ids.lastIndexOf(id);
    return isTwice || !says(element.textContent ?? '', element, question);
  });
  const found = ids.filter((_id, at) => !wrong.includes(elements[at] as Element));
  return [...new Set([...texts.keys(), ...ids])].filter((id) => !found.includes(id));
}

/** Asks, and watches the element that shows the question. */
export async function openQuestion(
  asked: Asked,
  options: {
    readonly ends: readonly AbortSignal[];
    readonly texts: ReviewTexts;
    readonly clock: WalletClock;
    readonly onState: (status: 'reading' | 'answerable') => void;
  },
) {
  const { ends, clock, onState } = options;
  const texts = wordsOf(options.texts);
  const { facts, payload, strength, isUnread } = await contentOf(asked, ends);
  const warnings = [texts.warnings[facts.heading], isUnread ? texts.unread : undefined]
    .filter((text) => text !== undefined)
    .map((text, at) => ({ id: `warning-${at + 1}`, text }));
  const { refuse, details, scroll } = texts;
  const question: ReviewQuestion = {
    title: { id: 'title', text: texts.headings[facts.heading] },
    warnings,
    rows: facts.rows.map((row, at) => {
      const { value } = row;
      const isForeign = value.kind === 'text';
      const { text, notes } = isForeign
        ? strangerWords(value.text, texts)
        : { text: ownText(value, texts), notes: [] };
      const said = {
        label: labelText(row, texts),
        value: text,
        notes: notes.map((one) => one.text),
      };
      return { id: String(at + 1), ...said, isForeign, origin: texts.origins[row.origin] };
    }),
    proof: { id: 'proof', text: texts.proof[strength] },
    payload: visibleText(payload, /[\n\p{Zs}]/u),
    words: { approve: actText(facts, texts), refuse, details, scroll },
  };

  let resolve: (isApproved: boolean) => void = () => {};
  let reject: (cause: unknown) => void = () => {};
  const decided = new Promise<boolean>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  const ending = new AbortController();
  let whole: Element | null = null;
  let rows: readonly Element[] = [];
  let sight: Sight | undefined;
  let cancelHiding = () => {};
  const changes = new MutationObserver(look);
  const hide = (message: string) => reject(new WalletError('HIDDEN', { message }));
  const update = () => onState(isArmed() ? 'answerable' : 'reading');

  function hideLater(): void {
    cancelHiding();
    cancelHiding = clock.setTimeout(() => {
      if (document.hidden) return hideLater();
      const missing = missingIn(rows, question).join(', ');
      hide(
        `Nobody could read the question: give \`watch\` the element that shows it, and each element in it a \`data-row\` and the words of its row. Missing or different: ${missing}.`,
      );
    }, HIDDEN_AFTER);
  }

  /** From the beginning, if something of the question is shown by another element or in other words. */
  function look(): void {
    const found = [...(whole?.querySelectorAll('[data-row]') ?? [])];
    const isComplete = missingIn(found, question).length === 0;
    const isSame = found.length === rows.length && found.every((one, at) => one === rows[at]);
    if (isSame && isComplete === (sight !== undefined)) return;
    sight?.stop();
    sight = undefined;
    rows = found;
    if (isComplete && whole !== null) {
      cancelHiding();
      const onHidden = () =>
        hide('Nothing of the question could be seen: put nothing above its element.');
      const isSaid = (row: Element, text: string) => says(text, row, question);
      sight = watchSight({ clock, whole, rows, isSaid, onChange: update, onSight() {}, onHidden });
    } else hideLater();
    update();
  }

  function isArmed(): boolean {
    if (changes.takeRecords().length > 0) look();
    return !isUnread && sight?.isArmed() === true;
  }

  for (const end of ends) {
    end.addEventListener('abort', () => reject(end.reason), { signal: ending.signal });
  }
  hideLater();
  return {
    question,
    decided,
    watch(element: Element | null) {
      if (element === whole) return;
      whole = element;
      // Its words are compared: a browser that translates the page leaves them as they are.
      whole?.setAttribute('translate', 'no');
      changes.disconnect();
      const all = { childList: true, characterData: true, subtree: true };
      if (whole !== null) changes.observe(whole, { ...all, attributeFilter: ['data-row'] });
      look();
    },
    approve: () => void (isArmed() && resolve(true)),
    refuse: () => resolve(false),
    close() {
      ending.abort();
      cancelHiding();
      changes.disconnect();
      sight?.stop();
    },
  };
}

/** A question that a person is asked, and the element that shows it. */
export type OpenQuestion = Awaited<ReturnType<typeof openQuestion>>;
