/** The number of single-character edits between two words. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 0; at < left.length; at += 1) {
    const next = [at + 1];
    for (let other = 0; other < right.length; other += 1) {
      const substitution = (row[other] ?? 0) + (left[at] === right[other] ? 0 : 1);
      next.push(Math.min(substitution, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** Longer names are compared by their beginning, so that a hostile one costs no time. */
const MAX_LENGTH = 64;
const MAX_NAMES = 3;

/**
 * At most three names that are most like a misspelt one, the closest first; none if nothing is close. Case does
 * not count.
 *
 * @param share how much of the name may be wrong: a third when left out, but always two characters
 */
export function closestNames(name: string, names: Iterable<string>, share = 1 / 3): string[] {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length * share));
  return [...names]
    .map((one) => ({ one, far: editDistance(wanted, one.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((left, right) => left.far - right.far)
    .slice(0, MAX_NAMES)
    .map(({ one }) => one);
}

/** Returns ` (did you mean state?)` for a misspelt name that is close to another, otherwise nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const [close] = closestNames(name, names);
  return close === undefined ? '' : ` (did you mean ${close}?)`;
}
