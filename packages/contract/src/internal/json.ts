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
export const TOO_DEEP = 'is nested deeper than 64 levels';

/**
 * Whether a value is nested more deeply than is taken. Hands the value to no function of the language
 * but `isOwn`: in a page, a script may have replaced any that was not kept before.
 */
export function isTooDeep(
  value: unknown,
  isOwn: typeof Object.hasOwn = Object.hasOwn,
  levels = MAX_JSON_DEPTH,
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) {
    if (!isOwn(value, name)) continue;
    if (isTooDeep((value as Readonly<Record<string, unknown>>)[name], isOwn, levels - 1))
      return true;
  }
  return false;
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
