/** A JSON value with the fields of its objects in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, inOrder(child)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Returns the JSON text of a value with the fields of every object in order: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? '';
}
