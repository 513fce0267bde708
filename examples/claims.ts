/** Keeps claims in memory, for a demonstration: the processes of a platform have to share them. */
export function memoryClaims(now: () => number): (name: string) => Promise<boolean> {
  const claimed = new Map<string, number>();
  return async (name) => {
    const isFree = now() > (claimed.get(name) ?? Number.NEGATIVE_INFINITY) + 10 * 60_000;
    if (isFree) claimed.set(name, now());
    return isFree;
  };
}
