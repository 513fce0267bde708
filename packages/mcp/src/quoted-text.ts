import { counted, numbered, strangerText } from '@org/payments-contract/internal';

/** Quotation marks: what follows one in a name would otherwise pass for words of the server. */
const quotationMarks =
  /["\u02ba\u02dd\u02ee\u02f5\u02f6\u05f4\u1cd3\u2033\u2036\u201c-\u201f\u275d\u275e\u2760\u2e42\u3003\u301d-\u301f\uff02\u{1f676}-\u{1f678}]/gu;

const more = (rest: number) => (rest > 0 ? ` and ${counted(rest, 'more character')}` : '');

export function shortText(text: string): string {
  const { text: shown, rest } = strangerText(text);
  return `${shown}${more(rest)}`;
}

/** The same in quotes, so that it cannot pass for a word of the server. */
export function quotedText(text: string): string {
  const { text: shown, rest } = strangerText(text);
  return `"${shown.replace(quotationMarks, numbered)}"${more(rest)}`;
}

/** Text of strangers in a text of ours: what `quotedText` wrote. */
const quotedPart = /"[^"]*"/g;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** What Markdown or HTML would make something else of: emphasis, a link, a picture, a tag. */
const markup = /[`*~<>|\\]|\][[(:]|(?<!\w)_|_(?!\w)|&[#\w]|:\/\/|www\./i;

/**
 * A text whose quoted parts change nothing around them, where it is shown: letters that are written from
 * right to left do not reorder it, and a dialog that renders Markdown shows a part as code, in which
 * nothing is markup.
 */
export function isolated(text: string, rendersMarkdown: boolean): string {
  return text.replace(quotedPart, (part) => {
    const own = rightToLeft.test(part) ? `\u2068${part}\u2069` : part;
    if (!rendersMarkdown || !markup.test(part)) return own;
    return `\`${own.replace(/`+/g, numbered)}\``;
  });
}
