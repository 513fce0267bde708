import { visibleText as visible } from '@org/payments-contract/internal';

/** Lines of a payload, and spaces as languages put them between a number and its currency. */
const SPACES = /[\n\p{Zs}]/u;

/** `visibleText` of the internals, with line ends and spaces as they are. */
export function visibleText(text: string): string {
  return visible(text, SPACES);
}

/** Characters of a name that are shown; more would push the rest of the sentence out of sight. */
const LONGEST_NAME = 60;
/** Begin and end of text whose direction does not reach the text around it. */
const [ISOLATE, END] = ['\u2068', '\u2069'];
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A name without a character that could pass for a part of the sentence. */
const PLAIN = /^[\p{L}\p{M}.'’ -]+$/u;

/**
 * Returns a name that somebody else chose, for a sentence: in one line, cut to 60 characters, its
 * direction kept to itself, and in quotes unless it consists of letters, so that it cannot pass for
 * other words of the sentence.
 *
 * @param quotes the opening and the closing one
 * @param isQuoted whether to quote letters too
 */
export function nameText(name: string, quotes: string, isQuoted = false): string {
  const [open = '', close = ''] = quotes;
  const line = name.replace(/[\p{Zs}\s]+/gu, ' ').trim();
  // Marks above marks would cover the lines around.
  const characters = [...visibleText(line.replace(/(\p{M}{2})\p{M}+/gu, '$1'))];
  const isCut = characters.length > LONGEST_NAME;
  const cut = characters.slice(0, LONGEST_NAME).join('') + (isCut ? '…' : '');
  const isPlain = PLAIN.test(cut) && !isQuoted;
  const text = isPlain ? cut : `${open}${cut.replace(/["“”„«»]/g, "'")}${close}`;
  return RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${END}` : text;
}

/** As `visibleText`, with the isolated names that `nameText` returned as they are. */
export function visibleSentence(text: string): string {
  const marks = text.replace(/[^\u2068\u2069]/g, '');
  if (!/^(?:\u2068\u2069)*$/.test(marks)) return visibleText(text);
  return text.replace(/[^\u2068\u2069]+/g, visibleText);
}
