import { type ReviewQuestion, textsOf } from '../../src/flows/review-question.ts';
import type { ReviewedAction } from '../../src/signing/review.ts';

/** A change of a card that a person is asked about, and what the service says of the card. */
export const freeze = {
  kind: 'action',
  action: 'freezeCard',
  input: { cardId: 'Card:1' },
  change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
  strength: 'shown',
} as const satisfies ReviewedAction;
export const describeCard = async () => ({ id: 'Card:1', kind: 'card', last4: '4242' }) as const;

/** Shows a question as a page of your own does: one element for each line and row. */
export function drawQuestion(question: ReviewQuestion): HTMLElement {
  const whole = document.body.appendChild(document.createElement('section'));
  for (const [id, texts] of textsOf(question)) {
    const line = whole.appendChild(document.createElement('p'));
    line.dataset.row = id;
    for (const text of texts) line.appendChild(document.createElement('bdi')).textContent = text;
  }
  return whole;
}

/** Rewrites each text as the translators of browsers do, which heed the mark `translate="no"`. */
export function translate(isHeeded: boolean, root: Node = document.body): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (isHeeded && text.parentElement?.closest('[translate=no]')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.replace(/[a-z]+/gi, 'wort');
    outer.append(inner);
    text.replaceWith(outer);
  }
}
