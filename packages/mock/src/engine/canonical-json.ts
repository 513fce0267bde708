function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, sorted(child)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Returns JSON text with the keys of every object sorted, so that equal values have equal text.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? '';
}
