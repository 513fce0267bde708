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

/** The deepest JSON that is taken from a file or from another party: no contract nests a quarter of it. */
export const MAX_JSON_DEPTH = 64;

/** What is wrong with a value that is nested more deeply than that. */
export const TOO_DEEP = `is nested deeper than ${MAX_JSON_DEPTH} levels`;

/** Whether a value is nested more deeply than is taken. Looks without recursion, whatever the depth. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth += 1) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/**
 * Parses JSON of another party, which code that recurses can then walk.
 *
 * @throws SyntaxError when it is not JSON, or nested too deeply
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new SyntaxError(`it ${TOO_DEEP}`);
  return value;
}
