import type { Facts } from '@org/payments-contract/internal';
import { visibleText } from '@org/payments-contract/internal';
import type { PayloadStrength } from '../signing/payload/request.ts';
import { factsView, strangerCell } from './facts-view.ts';
import type { PromptTexts } from './texts.ts';

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
}

const SPACES = /[\n\p{Zs}]/u;

function paragraph(className: string, text: string): HTMLElement {
  const made = document.createElement('p');
  made.className = className;
  made.textContent = text;
  return made;
}

/** Builds what the prompt of a signer and `<payments-review>` show alike. */
export function questionView(
  { facts, payload, strength, isUnread, page }: QuestionContent,
  texts: PromptTexts,
  heading: 'h1' | 'h2',
): QuestionView {
  const title = document.createElement(heading);
  title.textContent = texts.headings[facts.heading];
  const { element, rows } = factsView(facts, texts);
  const warning = texts.warnings[facts.heading];
  const all = document.createElement('div');
  const seen = [...rows];
  if (page !== undefined) {
    const asked = document.createElement('p');
    asked.className = 'asked';
    const label = document.createElement('span');
    label.textContent = texts.page;
    asked.append(label, ...strangerCell(page, texts));
    all.append(asked);
    seen.push(asked);
  }
  if (warning !== undefined) {
    const warned = paragraph('warning', warning);
    all.append(warned);
    seen.push(warned);
  }
  const proof = paragraph('proof', texts.proof[strength]);
  all.append(element, proof);
  seen.push(proof);
  if (isUnread) all.append(paragraph('warning', texts.unread));
  const exact = document.createElement('pre');
  exact.textContent = visibleText(payload, SPACES);
  exact.dir = 'ltr';
  // Long text is scrolled with the keyboard too.
  exact.tabIndex = 0;
  const summary = document.createElement('summary');
  summary.textContent = texts.details;
  const details = document.createElement('details');
  details.append(summary, exact);
  const body = document.createElement('div');
  body.className = 'body';
  body.append(all, details);
  return { title, body, rows: seen, facts: all };
}
