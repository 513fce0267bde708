import { type ReviewQuestion, textsOf } from '../../src/flows/review-question.ts';

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
