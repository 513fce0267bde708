/**
 * Returns for how many seconds, at least, a response has been in a cache, from its `Age`; 0 if it comes
 * from none. Anything but exactly 0 was written by a cache: a list, which two of them wrote, too.
 *
 * @param age the header field; null if the response has none
 */
export function cacheAge(age: string | null): number {
  if (age === null || age.trim() === '0') return 0;
  return Math.max(1, Number.parseInt(age, 10) || 0);
}
