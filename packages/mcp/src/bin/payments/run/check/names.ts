/** Letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** However it is typed. */
const APOSTROPHE = /['’‘ʼ´`ʻ′‛]/g;

/** Accents, and the vowels that Hebrew and Arabic may leave out; in other scripts a mark is a letter. */
const ACCENT = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** The parts of a name as they are compared: without accents, however those are written, and apostrophes. */
export const nameParts = (name = ''): readonly string[] =>
  name
    .normalize('NFD')
    .replaceAll(APOSTROPHE, '')
    .replaceAll(ACCENT, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);

/** Words that are written in two ways. */
const shortForms: Readonly<Record<string, string>> = {
  ...{ limited: 'ltd', incorporated: 'inc', corporation: 'corp', company: 'co' },
  ...{ private: 'pvt', proprietary: 'pty' },
};

/** Titles before a name, and words between two: `y` is also an initial. */
const TITLE = /^(?:dr|prof|mr|mrs|ms|mx|miss|mme|mlle|sr|sra|herr|frau|the)$/;
const BETWEEN = /^(?:and|und|et)$/;

/** Legal forms, which say nothing of who it is. */
const FORM =
  /^(?:ltd|inc|corp|co|llc|llp|lp|plc|pty|pvt|gmbh|mbh|ag|kg|ug|sa|se|sas|sarl|srl|spa|sl|bv|nv|ev|oy|ab|as)$/;

/** Letters by themselves after a word, such as `S.A.`. */
const RUN = /(?<=\p{L}{2}.*)(?<![\p{L}\p{M}])\p{Ll}(?: \p{Ll}(?![\p{L}\p{M}]))+/gu;

/** A number that is written in letters: `Fund I` is not `Fund II`. */
const ROMAN = /^(?:i{2,3}|iv|vi{1,3}|ix)$/;

/** The words of a name, in one way or two: letters by themselves are one word, as in `S.A.`, or initials. */
function wordsOf(name: string): readonly (readonly string[])[] {
  const all = nameParts(name);
  const parts = all.filter(
    (part, at) => at === all.length - 1 || !(TITLE.test(part) || (at > 0 && BETWEEN.test(part))),
  );
  const text = parts.join(' ');
  const bare = (run: string) => run.replaceAll(' ', '');
  const isEnd = (run: string, at: number) => at + run.length === text.length;
  const atEnd = (run: string, at: number) =>
    isEnd(run, at) && FORM.test(bare(run)) ? bare(run) : run;
  const ways = [text.replaceAll(RUN, bare), text.replaceAll(RUN, atEnd)];
  return ways.map((way) =>
    way.split(' ').map((part) => (Object.hasOwn(shortForms, part) ? shortForms[part] : part) ?? ''),
  );
}

/** In Chinese, Japanese and Korean a letter is a name. */
const INITIAL =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}$/u;

const isInitialOf = (word: string, each: string) =>
  INITIAL.test(word) && each.startsWith(word) && !FORM.test(each) && !ROMAN.test(each);

/** What the longer of two names may have more: `some` words, such as a middle name, or none. */
type More = 'some' | 'none';

/** Whether each word of the shorter name has one of its own in the longer, an initial one that it begins. */
function areOne(one: readonly string[], other: readonly string[], more: More): boolean {
  const [shorter = [], longer = []] = [one, other].sort((a, b) => a.length - b.length);
  const rest = [...longer];
  const take = (isIt: (word: string) => boolean) => {
    const at = rest.findIndex(isIt);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  };
  const left = shorter.filter((word) => !take((each) => each === word));
  const isWhole = shorter.some(
    (word) => word.length > 1 && !FORM.test(word) && !left.includes(word),
  );
  // `K&K GmbH` has no whole word, and is itself.
  if (!isWhole) return shorter.join('') !== '' && left.length + rest.length === 0;
  return (
    left.every((word) => take((each) => isInitialOf(word, each) || isInitialOf(each, word))) &&
    (more === 'some' || rest.length === 0)
  );
}

/** The ways to write a name: with `ae` for ä, and with hyphens and apostrophes left out or as spaces. */
function waysOf(name: string): readonly (readonly string[])[] {
  const plain = name.normalize('NFD');
  const german = plain.replaceAll(/([aou])\u0308/gi, '$1e').replaceAll(/ø/gi, 'oe');
  const joined = [plain, german].flatMap((way) => [way, way.replaceAll('-', '')]);
  const ways = new Set(joined.flatMap((way) => [way, way.replaceAll(APOSTROPHE, ' ')]));
  return [...ways].flatMap(wordsOf);
}

/** Whether two names are written for one person or company. In Chinese the space between two is left out. */
export function isOneName(one: string, other: string, more: More = 'some'): boolean {
  const [own, its] = [one, other].map((name) => nameParts(name).join(''));
  if (own && own === its && !/[a-z]/.test(own)) return true;
  const [names, others] = [waysOf(one), waysOf(other)];
  return names.some((name) => others.some((each) => areOne(name, each, more)));
}
