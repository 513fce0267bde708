/**
 * Characters that are invisible, end a line, or change the direction or the look of others:
 * controls, formats, surrogates without a partner, unassigned ones, separators other than a space,
 * variation selectors and fillers.
 */
const deceptive =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

const MAX_SHOWN = 300;

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${hex.padStart(4, '0')}]`;
}

/**
 * Text of strangers in a form that cannot pretend to be more than one line of text: characters that
 * hide, end a line or change the direction are shown by their number.
 */
export function visibleText(text: string): string {
  return text.replace(deceptive, codePoint);
}

/** The same in quotes, so that it cannot pass for a word of the server, and shortened. */
export function quotedText(text: string): string {
  const shown = text.length > MAX_SHOWN ? text.slice(0, MAX_SHOWN) : text;
  const rest = text.length - shown.length;
  const more = rest > 0 ? ` and ${rest} more characters` : '';
  return `"${visibleText(shown).replaceAll('"', '\\"')}"${more}`;
}
