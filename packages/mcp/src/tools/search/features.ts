import synonyms from './synonyms.json' with { type: 'json' };

/** The root of a word, so that `failed` finds `FAILED`, and `freezing` `freeze`. */
function rootOf(word: string): string {
  if (word.length < 4) return word;
  const root = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/([bdglmnprt])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '') : root;
}

/** Words that say nothing of an operation. */
const stopWords = new Set(
  'a am an and another any are as at be been by can could did do does for from has have he her hey him his i if in into is it its let me my of off ok on or our out please she should so some than that the their them then there these they this those through to up us want was we were will with would you your'.split(
    ' ',
  ),
);

/** A word, or several as in `put-on-ice`, and the line of synonyms that has it. */
interface Synonym {
  readonly others: readonly string[];
  readonly meaning: string;
}

/** The synonyms by the root of their first word. */
const synonymsOf = new Map<string, Synonym[]>();
for (const [line, words] of synonyms.entries()) {
  for (const word of words.split(' ')) {
    const [first = '', ...others] = word.split('-').map(rootOf);
    const same = synonymsOf.get(first) ?? [];
    synonymsOf.set(first, [...same, { others, meaning: `=${line}` }]);
  }
}

/** How far apart words of one synonym may be: `put the card on ice`. */
const GAP = 3;

/** Whether words follow in their order from a place, each close to the one before. */
function follow(words: readonly string[], from: number, others: readonly string[]): boolean {
  let at = from;
  return others.every((other) => {
    const next = words.indexOf(other, at + 1);
    const isNear = next !== -1 && next - at <= GAP;
    at = next;
    return isNear;
  });
}

/** Words that ask, and no more. */
export const asksOnly =
  /^(?:please )?(?!is it possible|is there (?:a|any) way|any (?:way|chance)|wh\w+ (?:can|do|should|could) (?:i|we|one)\b)(?:wh(?:ich|o|ose|at|ere|en|y)\b|how\b|is|are|was|has|have|did|do(?:es)?\b|show|list|see|look|find|check (?:whether|if|that)|tell me|(?:get|give) me (?:the|all|every)|pull up|any|can)\b/i;

/** A name, such as Ada Lovelace, which says nothing: the words of synonyms are none. */
const NAME = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?/gu;
const withoutNames = (text: string) =>
  text.replaceAll(NAME, (name) => {
    const [first = ''] = name.toLowerCase().split(' ');
    return synonymsOf.has(rootOf(first)) ? name : ' nn ';
  });

const PIECE = 4;

/**
 * What a text is compared by: the roots of its words, each with the one before, what they may mean,
 * whether it asks, and its pieces of four letters, which a misspelt or an inflected word shares with the
 * right one. Names of the API are taken apart.
 */
export function featuresOf(text: string): ReadonlySet<string> {
  const all = withoutNames(text)
    .replaceAll(/\$[\w.-]+@[\w.-]+/g, ' uma address ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^returns? (?=an? |the |all )/, 'get ')
    // What was not done is not what is wanted.
    .replaceAll(/\b(?:did|do|does)(?: not|n['’]?t)(?: (?:i|we|they))? \w+/g, ' ')
    .replaceAll(/['’](?:s|t)?\b/g, '')
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map(rootOf);
  const meant = all.flatMap((word, at) =>
    (synonymsOf.get(word) ?? [])
      .filter(({ others }) => follow(all, at, others))
      .map(({ meaning }) => meaning),
  );
  if (asksOnly.test(text)) meant.push('=?');
  const pairs = all.slice(1).map((word, at) => `+${all[at]} ${word}`);
  const words = all.filter((word) => word.length > 1 && !stopWords.has(word));
  const whole = ` ${words.join(' ')} `;
  const pieces = Array.from({ length: Math.max(0, whole.length - PIECE + 1) }, (_, at) =>
    whole.slice(at, at + PIECE),
  );
  return new Set([...words, ...meant, ...pairs, ...pieces.map((piece) => `#${piece}`)]);
}
