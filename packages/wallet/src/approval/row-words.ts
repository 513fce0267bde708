import {
  type FactRow,
  type Facts,
  type FactValue,
  strangerText,
} from '@org/payments-contract/internal';
import type { PromptTexts } from './words/texts.ts';

/** What a person should know of a text that somebody else chose. */
export interface Note {
  /** How many characters are left out, what is odd about it, or the domain of an odd address. */
  readonly kind: 'more' | 'mark' | 'domain';
  readonly text: string;
}

/** A stranger's text, as much as a person reads of it, and what a person should know of it. */
export function strangerWords(text: string, texts: PromptTexts) {
  const { text: shown, rest, marks, domain } = strangerText(text);
  const notes: Note[] = [];
  if (rest > 0) notes.push({ kind: 'more', text: texts.more(rest) });
  for (const mark of marks) notes.push({ kind: 'mark', text: texts.marks[mark] });
  if (domain !== undefined) notes.push({ kind: 'domain', text: domain });
  return { text: shown, notes };
}

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

/** The words of a value that is ours. */
export function ownText(value: Exclude<FactValue, { kind: 'text' }>, texts: PromptTexts): string {
  if (value.kind === 'word') return texts.words[value.word];
  if (value.kind === 'date') return dateText(value.date, texts.lang);
  return `${amountText(value.amount, texts.lang)} ${value.currency}`;
}

/** What a row is called: by its path, or by the parts of it, or else by their names. */
export function labelText({ label, number }: FactRow, { labels }: PromptTexts): string {
  const parts = label
    .split('/')
    .map((part) => labels[part] ?? part.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`));
  const words = labels[label] ?? parts.join(', ');
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return number === undefined ? text : `${text} ${number}`;
}

/** The label of the button that approves: the act, with the amount of a payment. */
export function actText({ heading, rows }: Facts, texts: PromptTexts): string {
  const paid = rows.find(({ label, value }) => label === 'sends' && value.kind === 'amount')?.value;
  if (paid?.kind === 'amount') return texts.pay(ownText(paid, texts));
  return heading === 'unknown' ? texts.approve : texts.headings[heading];
}
