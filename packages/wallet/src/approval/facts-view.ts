import type { Facts, FactValue } from '@org/payments-contract/internal';
import { labelText, ownText, strangerWords } from '@org/payments-contract/internal/question';
import { element } from './elements.ts';
import type { PromptTexts } from './words/texts.ts';

/** The id of a resource: long, and nothing to read. */
const ID = /^[A-Z]\w+:[\w-]+$/;

/** A stranger's text in an element that nothing of ours is in, and what a person should know of it. */
export function strangerCell(text: string, texts: PromptTexts): readonly HTMLElement[] {
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
export function factsView({ rows }: Facts, texts: PromptTexts): FactsView {
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
