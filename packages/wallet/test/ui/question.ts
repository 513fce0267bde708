import type { ReviewQuestion } from '../../src/flows/review-question.ts';

/** Shows a question as a page of your own does: one element for each line and row. */
export function drawQuestion({ title, warnings, rows, proof }: ReviewQuestion): HTMLElement {
  const whole = document.body.appendChild(document.createElement('section'));
  const lines = [title, ...warnings, proof].map(({ id, text }) => [id, [text]] as const);
  const facts = rows.map(({ id, label, value, notes }) => [id, [label, value, ...notes]] as const);
  for (const [id, texts] of [...lines, ...facts]) {
    const line = whole.appendChild(document.createElement('p'));
    line.dataset.row = id;
    for (const text of texts) line.appendChild(document.createElement('bdi')).textContent = text;
  }
  return whole;
}
