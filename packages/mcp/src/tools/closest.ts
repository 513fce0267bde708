/** The number of single-character edits between two words. */
function distance(left: string, right: string): number {
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

/** The names that are most like a misspelt one, the closest first; none if nothing is close. */
export function closest(name: string, names: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, 64).toLowerCase();
  const near = [...names].map((one) => ({ one, far: distance(wanted, one.toLowerCase()) }));
  return near
    .filter(({ one, far }) => far <= Math.max(2, Math.floor(one.length / 3)))
    .sort((left, right) => left.far - right.far)
    .slice(0, most)
    .map(({ one }) => one);
}
