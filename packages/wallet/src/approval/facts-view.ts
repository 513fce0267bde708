import {
  type FactRow,
  type Facts,
  type FactValue,
  strangerText,
} from '@org/payments-contract/internal';
import { element } from './elements.ts';
import type { PromptTexts } from './texts.ts';

/** An amount as the language writes it, with all of its decimals. */
function amountText(amount: string, lang: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As text, which is exact; a number is not beyond 15 digits.
  return format.format(amount as `${number}`);
}

function dateText(date: string, lang: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(date),
  );
}

/** The id of a resource: long, and nothing to read. */
const ID = /^[A-Z]\w+:[\w-]+$/;

/** A stranger's text in an element that nothing of ours is in, and what a person should know of it. */
export function strangerCell(text: string, texts: PromptTexts): readonly HTMLElement[] {
  const { text: shown, rest, marks, domain } = strangerText(text);
  const isolated = element('bdi', {
    className: ID.test(text) ? 'foreign id' : 'foreign',
    text: shown,
  });
  isolated.dir = 'auto';
  const cells: HTMLElement[] = [isolated];
  if (rest > 0) cells.push(element('span', { className: 'more', text: texts.more(rest) }));
  for (const mark of marks)
    cells.push(element('span', { className: 'mark', text: texts.marks[mark] }));
  if (domain !== undefined) {
    const host = element('bdi', { className: 'foreign', text: domain });
    host.dir = 'ltr';
    cells.push(host);
  }
  return cells;
}

function valueCells(value: FactValue, texts: PromptTexts): readonly HTMLElement[] {
  switch (value.kind) {
    case 'word':
      return [element('span', { className: 'own', text: texts.words[value.word] })];
    case 'amount': {
      const { amount, currency } = value;
      return [
        element('span', {
          className: 'amount',
          text: `${amountText(amount, texts.lang)} ${currency}`,
        }),
      ];
    }
    case 'date':
      return [element('span', { className: 'own', text: dateText(value.date, texts.lang) })];
    default:
      return strangerCell(value.text, texts);
  }
}

function labelText({ label, number }: FactRow, { labels }: PromptTexts): string {
  const own = labels[label] ?? label.replace(/[/A-Z]/g, (one) => ` ${one.toLowerCase()}`);
  const words = own.replace(/ \/ ?/g, ', ');
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return number === undefined ? text : `${text} ${number}`;
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
    const cell = element('div', { className: 'row' }, label, ...values);
    cell.dataset.label = row.label;
    cell.dataset.origin = row.origin;
    return cell;
  });
  return { element: element('dl', { className: 'facts' }, ...made), rows: made };
}
