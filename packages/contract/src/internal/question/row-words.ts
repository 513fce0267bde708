import type { FactHeading, FactRow, Facts, FactValue, FactWord } from '../facts.ts';
import { strangerText, type TextMark } from '../stranger-text.ts';
import written from './english.json' with { type: 'json' };
import type { Written } from './written.ts';

/** The words of a question that its rows and its buttons need. */
export interface RowTexts {
  readonly lang: string;
  readonly headings: Readonly<Record<FactHeading, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<FactWord, string>>;
  readonly marks: Readonly<Record<TextMark, string>>;
  readonly more: (count: number) => string;
  readonly pay: (amount: string) => string;
  readonly approve: string;
  readonly refuse: string;
}

/** All words of a question in English, as data; what only a wallet says is in it too. */
export const englishQuestion: Written<RowTexts> = written;

/** What a person should know of a text that somebody else chose. */
export interface Note {
  /** How many characters are left out, what is odd about it, or the domain of an odd address. */
  readonly kind: 'more' | 'mark' | 'domain';
  readonly text: string;
}

/** A stranger's text, as much as a person reads of it, and what a person should know of it. */
export function strangerWords(text: string, texts: RowTexts) {
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
export function ownText(value: Exclude<FactValue, { kind: 'text' }>, texts: RowTexts): string {
  if (value.kind === 'word') return texts.words[value.word];
  if (value.kind === 'date') return dateText(value.date, texts.lang);
  return `${amountText(value.amount, texts.lang)} ${value.currency}`;
}

const ABBREVIATION =
  /\b(?:iban|bic|swift|clabe|cbu|cvu|upi|ifsc|id|url|uma|kyc|kyb|pep|sca|naics)\b/g;

/** `accountNumber` as `account number`, and `umaAddress` as `UMA address`. */
export const fieldWords = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(ABBREVIATION, (word) => word.toUpperCase());

/** What a row is called: by its path, or by the parts of it, or else by their names. */
export function labelText(
  { label, number }: Pick<FactRow, 'label' | 'number'>,
  { labels }: RowTexts,
): string {
  const parts = label.split('/').map((part) => labels[part] ?? fieldWords(part));
  const words = labels[label] ?? parts.join(', ');
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return number === undefined ? text : `${text} ${number}`;
}

/** The label of the button that approves: the act, with the amount of a payment. */
export function actText({ heading, rows }: Facts, texts: RowTexts): string {
  const paid = rows.find(({ label, value }) => label === 'sends' && value.kind === 'amount')?.value;
  if (paid?.kind === 'amount') return texts.pay(ownText(paid, texts));
  return heading === 'unknown' ? texts.approve : texts.headings[heading];
}
