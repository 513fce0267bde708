/** Letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** The parts of a name as they are compared: without accents, however those are written, and apostrophes. */
export const nameParts = (name = ''): readonly string[] =>
  name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words that are written in two ways. */
const shortForms: Readonly<Record<string, string>> = {
  ...{ limited: 'ltd', incorporated: 'inc', corporation: 'corp', company: 'co' },
  ...{ private: 'pvt', proprietary: 'pty' },
};

/** Titles, and words between names. */
const BESIDE = /^(?:dr|prof|mr|mrs|ms|mx|miss|mme|mlle|sr|sra|herr|frau|and|und|et|y|the)$/;

/** Legal forms, which say nothing of who it is. */
const FORM =
  /^(?:ltd|inc|corp|co|llc|llp|plc|pty|pvt|gmbh|mbh|ag|kg|ug|sa|se|sas|sarl|srl|spa|bv|nv|ev|oy|ab|as)$/;

/** The words of a name; the letters of `S.A.` after a word are one. */
function wordsOf(name: string): readonly string[] {
  const parts = nameParts(name).filter((part) => !BESIDE.test(part));
  const joined = parts
    .join(' ')
    .replaceAll(/(?<=\p{L}{2}.*)(?<!\p{L})\p{L}(?: \p{L}(?!\p{L}))+/gu, (run) =>
      run.replaceAll(' ', ''),
    );
  return joined.split(' ').map((part) => shortForms[part] ?? part);
}

/** Whether each word of the shorter name has one of its own in the longer, an initial one that it begins. */
function areOne(one: readonly string[], other: readonly string[]): boolean {
  const [shorter = [], longer = []] = [one, other].sort((a, b) => a.length - b.length);
  const rest = [...longer];
  const take = (isIt: (word: string) => boolean) => {
    const at = rest.findIndex(isIt);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  };
  const left = shorter.filter((word) => !take((each) => each === word));
  const isWhole = shorter.some((word) => {
    return word.length > 1 && !FORM.test(word) && !left.includes(word);
  });
  const isInitial = (word: string, each: string) => word.length === 1 || each.length === 1;
  return (
    isWhole && left.every((word) => take((each) => isInitial(word, each) && each[0] === word[0]))
  );
}

/** Whether two names are written for one person or company. In Chinese the space between two is left out. */
export function isOneName(one: string, other: string): boolean {
  const [own, its] = [one, other].map((name) => nameParts(name).join(''));
  if (own === its && !/[a-z]/.test(own ?? '')) return true;
  const [names, others] = [one, other].map((name) => [name, name.replaceAll('-', '')].map(wordsOf));
  return names?.some((name) => others?.some((each) => areOne(name, each))) === true;
}
