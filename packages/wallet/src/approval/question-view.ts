import { type Facts, type FactValue, visibleText } from '@org/payments-contract/internal';
import {
  actText,
  labelText,
  ownText,
  strangerWords,
} from '@org/payments-contract/internal/question';
import type { PayloadStrength } from '../signing/payload/request.ts';
import { element } from './elements.ts';
import { isFinal } from './facts-of-action.ts';
import { setLanguage } from './words/language.ts';
import type { PromptTexts } from './words/texts.ts';

/** The id of a resource: long, and nothing to read. */
const ID = /^[A-Z]\w+:[\w-]+$/;

/** A stranger's text in an element that nothing of ours is in, and what a person should know of it. */
function strangerCell(text: string, texts: PromptTexts): readonly HTMLElement[] {
  const { text: shown, notes } = strangerWords(text, texts);
  const className = ID.test(text) ? 'foreign id' : 'foreign';
  const isolated = element('bdi', { className, text: shown });
  isolated.dir = 'auto';
  isolated.translate = false;
  const cells = notes.map(({ kind, text: note }) => {
    if (kind !== 'domain') return element('span', { className: kind, text: note });
    const host = element('bdi', { className: 'foreign', text: note });
    host.dir = 'ltr';
    return host;
  });
  return [isolated, ...cells];
}

function valueCells(value: FactValue, texts: PromptTexts): readonly HTMLElement[] {
  if (value.kind === 'text') return strangerCell(value.text, texts);
  const className = value.kind === 'amount' ? 'amount' : 'own';
  return [element('span', { className, text: ownText(value, texts) })];
}

/** The rows of a change in a page, and the element that has them. */
export interface FactsView {
  readonly element: HTMLElement;
  readonly rows: readonly HTMLElement[];
}

/** Shows the rows of a change: the label is ours, and the value is in elements of its own. */
function factsView({ rows }: Facts, texts: PromptTexts): FactsView {
  const made = rows.map((row, at) => {
    const label = element(
      'dt',
      {},
      element('span', { className: 'label', text: labelText(row, texts) }),
    );
    // Of rows in a line that have the same origin, the first one names it.
    const isSame = rows[at - 1]?.origin === row.origin;
    if (!isSame)
      label.append(element('small', { className: 'origin', text: texts.origins[row.origin] }));
    const values = valueCells(row.value, texts).map((one, part) =>
      element('dd', { className: part === 0 ? 'value' : 'note' }, one),
    );
    // A browser that translates the page would change names and amounts.
    for (const one of values) one.translate = false;
    const cell = element('div', { className: 'row' }, label, ...values);
    cell.dataset.label = row.label;
    cell.dataset.origin = row.origin;
    return cell;
  });
  return { element: element('dl', { className: 'facts' }, ...made), rows: made };
}

/** What a person decides about. */
export interface QuestionContent {
  readonly facts: Facts;
  readonly payload: string;
  readonly strength: PayloadStrength;
  readonly isUnread: boolean;
  /** The origin that asks, where it is not the page itself. */
  readonly page?: string;
}

/** The parts of a question in a page. */
export interface QuestionView {
  readonly title: HTMLElement;
  /** Scrolls: everything that is said of the change. */
  readonly body: HTMLElement;
  /** Each has to be in sight before anything is approved. */
  readonly rows: readonly HTMLElement[];
  readonly facts: HTMLElement;
  /** The button that approves; without a listener. */
  readonly approve: HTMLButtonElement;
}

const SPACES = /[\n\p{Zs}]/u;

/** Builds what the prompt of a signer and `<payments-review>` show alike. */
export function questionView(
  { facts, payload, strength, isUnread, page }: QuestionContent,
  texts: PromptTexts,
  heading: 'h1' | 'h2',
): QuestionView {
  const title = element(heading, { text: texts.headings[facts.heading] });
  const said = (className: string, text: string | undefined) =>
    text === undefined ? [] : [element('p', { className, text })];
  const asked =
    page === undefined
      ? []
      : [
          element(
            'p',
            { className: 'asked' },
            element('span', { text: texts.page }),
            ...strangerCell(page, texts),
          ),
        ];
  const { element: list, rows } = factsView(facts, texts);
  const before = [...asked, ...said('warning', texts.warnings[facts.heading])];
  const after = said('proof', texts.proof[strength]);
  const unread = said('warning', isUnread ? texts.unread : undefined);
  const all = element('div', {}, ...before, list, ...after, ...unread);
  const exact = element('pre', { text: visibleText(payload, SPACES) });
  exact.dir = 'ltr';
  exact.translate = false;
  // Long text is scrolled with the keyboard too.
  exact.tabIndex = 0;
  const summary = element('summary', { text: texts.details });
  const body = element('div', { className: 'body' }, all, element('details', {}, summary, exact));
  // An amount is not torn from its currency.
  const act = actText(facts, texts).replace(/(\d) (?=[A-Z]{3})/, '$1\u00a0');
  const approve = element('button', { text: act, className: 'approve' });
  approve.classList.toggle('final', isFinal(facts));
  approve.type = 'button';
  // An amount stays as it is.
  approve.translate = facts.heading !== 'quotes.execute';
  return { approve, title, body, rows: [...before, ...rows, ...after], facts: all };
}

/** Names a dialog by the parts of its question. */
export function nameDialog(dialog: HTMLElement, { title, facts }: QuestionView, lang: string) {
  // Unknown to a page, which could scroll a frame by the end of its address.
  for (const part of [title, facts]) part.id = crypto.randomUUID();
  setLanguage(dialog, lang);
  dialog.className = 'payments-question';
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', facts.id);
}
