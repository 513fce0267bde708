import synonyms from './synonyms.json' with { type: 'json' };

/** The root of a word, so that `failed` finds `FAILED`, and `freezing` `freeze`. */
function rootOf(word: string): string {
  if (word.length < 4) return word;
  const root = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '') : root;
}

/** Words that say nothing of an operation. */
const stopWords = new Set(
  'a am an and another any are as at be been by can could did do does for from has have he her hey him his i if in into is it its let me my of off ok on or our out please she should so some than that the their them then there these they this those through to up us want was we were will with would you your'.split(
    ' ',
  ),
);

/** What a word may mean, by its root: the places of the lines of synonyms that have it. */
const meanings = new Map<string, string[]>();
for (const [line, words] of synonyms.entries()) {
  for (const root of words.split(' ').map(rootOf)) {
    meanings.set(root, [...(meanings.get(root) ?? []), `=${line}`]);
  }
}

/** Letters of a piece of text. */
const PIECE = 4;

/**
 * What a text is compared by: the roots of its words, what they may mean, and its pieces of four
 * letters, which a misspelt or an inflected word shares with the right one. Names of the API are taken
 * apart.
 */
export function featuresOf(text: string): ReadonlySet<string> {
  const words = text
    .replaceAll(/\$[\w.-]+@[\w.-]+/g, ' uma address ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^returns? (?=an? |the |all )/, 'get ')
    // What was not done is not what is wanted.
    .replaceAll(/\b(?:did|do|does)(?: not|n['’]?t)(?: (?:i|we|they))? \w+/g, ' ')
    .replaceAll(/['’](?:s|t)?\b/g, '')
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map(rootOf);
  const whole = ` ${words.join(' ')} `;
  const pieces = Array.from({ length: Math.max(0, whole.length - PIECE + 1) }, (_, at) =>
    whole.slice(at, at + PIECE),
  );
  const meant = words.flatMap((word) => meanings.get(word) ?? []);
  return new Set([...words, ...meant, ...pieces.map((piece) => `#${piece}`)]);
}
