import { byKey } from '../row-facts.ts';
import lexicon from './lexicon.json' with { type: 'json' };

/** What a wish is about to do. */
export type Intent = 'read' | 'add' | 'change' | 'pause' | 'end' | 'pay';

/** The root of a word, so that `failed` finds `FAILED`, and `freezing` `freeze`. */
function rootOf(word: string): string {
  if (word.length < 4) return word;
  const root = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es$|(?<=[^s])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1');
  return root.length > 3 ? root.replace(/e$/, '') : root;
}

/** The names of countries, as one word says them: `Kenya`. */
function countryNames(): ReadonlySet<string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Set(
    letters.flatMap((first) =>
      letters.map((second) => names.of(`${first}${second}`)?.toLowerCase() ?? ''),
    ),
  );
}

/** A text whose addresses, countries, and amounts for somebody are said by what they are. */
function generalized(text: string, countries: ReadonlySet<string>): string {
  return text
    .replaceAll(/\$[\w.-]+@[\w.-]+/g, ' uma address ')
    .replaceAll(
      /\b\d[\d.,]*k? ?(?:dollars?|bucks|euros?|pesos?|[A-Z]{3})? (?:out )?to\b/gi,
      ' pay ',
    )
    .replaceAll(/[A-Z][a-z]+/g, (word) =>
      countries.has(word.toLowerCase()) ? `country ${word}` : word,
    );
}

/** The roots of the words of a text; names of the API are taken apart. */
export function rootsOf(text: string): string[] {
  const words = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/['’](?:s|t)?\b/g, '')
    .split(/[^a-z\d]+/);
  return words.filter((word) => word.length > 1).map(rootOf);
}

interface Meaning {
  readonly words: readonly string[];
  readonly intent: Intent | undefined;
}

/**
 * Reads the words of the people who do this work, the words of the API for them, and what the wish is
 * then about to do: `refuse, veto = reject :end`.
 */
function readLexicon(lines: readonly string[]): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = new Map<string, Meaning[]>();
  for (const line of lines) {
    const [, keys = '', words = '', intent] =
      /^([^=:]+?)(?: = ([^:]+?))?(?: :(\w+))?$/.exec(line) ?? [];
    const meaning = { words: rootsOf(words), intent: intent as Intent | undefined };
    for (const key of keys.split(',')) {
      const root = rootsOf(key).join(' ');
      meanings.set(root, [...(meanings.get(root) ?? []), meaning]);
    }
  }
  return meanings;
}

/** Words that say nothing of an operation. */
const stopWords = new Set(
  rootsOf(
    'an and another any as at be been by do does for from in into it me my of off on or our out so some than that the their them then there these they this those through to up us we will with you your can could would should please want need',
  ),
);

/** One word or phrase of a wish: what it may mean, each as words of the API. */
interface WishPart {
  readonly meanings: readonly (readonly string[])[];
}

/** A wish, and what it is about to do. */
export interface Wish {
  readonly parts: readonly WishPart[];
  /** The first one counts most: of `list the payees we saved` it is `read`. */
  readonly intents: readonly Intent[];
  readonly isSimulation: boolean;
}

/** What follows one of these is there already: `the transfer` was made. */
const determiners = new Set(rootsOf('the my that this his her their each all any last specific'));
const questions = new Set(rootsOf('what which who whose where when how why is are has did'));

/** Words that may stand between those of a phrase: `send it all back`. */
const MAX_GAP = 3;

/** What wishes are read with. Made for the first one, because it takes a while and most processes have none. */
const readersOf = byKey((lines: readonly string[]) => {
  const meanings = readLexicon(lines);
  const phrases = [...meanings.keys()].map((key) => key.split(' '));
  // The longest first.
  phrases.sort((left, right) => right.length - left.length);
  return { meanings, phrases, countries: countryNames() };
});

/** The places of a phrase in a text that nothing longer has; undefined if it is not there. */
function placesOf(phrase: readonly string[], roots: readonly string[], used: ReadonlySet<number>) {
  for (let start = 0; start < roots.length; start += 1) {
    const places: number[] = [];
    for (const word of phrase) {
      const last = places.at(-1);
      const from = last === undefined ? start : last + 1;
      const to = last === undefined ? start + 1 : from + MAX_GAP + 1;
      const at = roots.findIndex(
        (root, index) => index >= from && index < to && root === word && !used.has(index),
      );
      if (at === -1) break;
      places.push(at);
    }
    if (places.length === phrase.length) return places;
  }
  return undefined;
}

/** Reads a wish in the words of whoever has it. */
export function readWish(text: string): Wish {
  const { meanings, phrases, countries } = readersOf(lexicon);
  const roots = rootsOf(generalized(text, countries));
  const used = new Set<number>();
  const intents: (readonly [place: number, intent: Intent])[] = [];
  const parts: WishPart[] = [];
  for (const phrase of phrases) {
    const places = placesOf(phrase, roots, used);
    if (places === undefined) continue;
    const found = meanings.get(phrase.join(' ')) ?? [];
    const [place = 0] = places;
    for (const { intent } of found) {
      // A word that asks is one at the beginning: `cap what it can spend` changes something.
      const isAside = intent === 'read' && place > 0 && questions.has(phrase[0] ?? '');
      const isThing = intent === 'pay' && determiners.has(roots[place - 1] ?? '');
      if (intent !== undefined && !isAside && !isThing) intents.push([place, intent]);
    }
    for (const one of places) used.add(one);
    const own = phrase.length === 1 ? [phrase] : [];
    parts.push({ meanings: [...own, ...found.map(({ words }) => words)] });
  }
  for (const [at, root] of roots.entries()) {
    if (!used.has(at) && !stopWords.has(root)) parts.push({ meanings: [[root]] });
  }
  // A name alone is that of somebody: `find Grace Hopper`.
  const isName =
    /\s[A-Z][a-z]+/.test(text) &&
    parts.every(({ meanings: [, ...others] }) => others.flat().length === 0);
  if (isName) parts.push({ meanings: [['customer']] });
  const isSimulation = parts.some((part) => part.meanings.flat().includes('simulat'));
  // Things without a verb are looked at: `agents that are paused`.
  const [first = ''] = text.trim().split(/\s+/);
  if (/[^s]s$/.test(first) && !intents.some(([place]) => place === 0)) intents.push([-1, 'read']);
  const ordered = intents.sort(([left], [right]) => left - right).map(([, intent]) => intent);
  return { parts, intents: ordered, isSimulation };
}
