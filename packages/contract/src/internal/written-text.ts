const DIGIT = /\p{Nd}/u;

/** The value of a decimal digit: those of a script follow each other, from zero. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** Writes digits of any script as those of ASCII. A superscript is not a digit. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : digitOf(digit)));
}

/**
 * Reads a code as a person types or pastes it, from an e-mail or another device: digits of any script
 * and full-width characters are those of ASCII; only letters and digits that somebody sees are part of
 * a code, not spaces, hyphens, and quotes or the full stop of a sentence.
 */
export function readCode(text: string): string {
  return asciiDigits(text)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '');
}
