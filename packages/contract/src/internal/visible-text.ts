/**
 * Characters that are invisible, end a line, or change the direction or the look of others:
 * controls, formats, surrogates without a partner, unassigned ones, separators other than a space,
 * variation selectors and fillers.
 */
const deceptive =
  /([\p{C}\p{Zl}\p{Zp}\p{DI}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000])\1*/gu;

/** Marks on one letter beyond those that languages use: they cover the lines around it. */
const pileOfMarks = /(?<=\p{M}{4})(\p{M})\1*/gu;

/** One character by its number, or a run of the same one by that and its length: `[U+202E × 3]`. */
export function numbered(run: string): string {
  const [character = ''] = run;
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  const times = run.length / character.length;
  return `[U+${hex.padStart(4, '0')}${times === 1 ? '' : ` × ${times}`}]`;
}

/**
 * Text of strangers in a form that cannot pretend to be other text: characters that hide, end a line or
 * change the direction are shown by their number.
 *
 * @param kept matches runs of characters that are left as they are, such as line ends
 */
export function visibleText(text: string, kept?: RegExp): string {
  const show = (run: string) => (kept?.test(run) ? run : numbered(run));
  return text.replace(deceptive, show).replace(pileOfMarks, numbered);
}
