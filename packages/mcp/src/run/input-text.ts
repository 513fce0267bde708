type Fields = Readonly<Record<string, unknown>>;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, sorted(child)]));
}

/**
 * Returns a string that is the same for two inputs exactly if they are equal, whatever the order of
 * their fields.
 */
export function inputText(input: Fields): string {
  return JSON.stringify(sorted(input));
}
