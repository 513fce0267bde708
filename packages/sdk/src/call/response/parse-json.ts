/**
 * Sixteen digits where the number of an object or array may start: the shortest integer that a
 * number may not hold. Ids, IBANs and tokens inside strings have as many digits and must not cause a
 * slow parse with a reviver. An alternative for the start of the text would triple the time of
 * every search.
 */
const longInteger = /[[:,\s]-?\d{16}/;

interface Source {
  readonly source?: string;
}

/** An integer of a response that a number cannot hold exactly, as it was written. */
class UnsafeInteger {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: Source) => unknown;

/**
 * Parses the JSON of an object or array without rounding an integer: one beyond 2^53-1 becomes an
 * `UnsafeInteger`, counted in `unsafe`.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseJson(text: string): { readonly value: unknown; readonly unsafe: number } {
  if (!longInteger.test(text)) return { value: JSON.parse(text), unsafe: 0 };
  let unsafe = 0;
  const keepUnsafe: Reviver = (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context.source ?? String(value);
    if (!/^-?\d+$/.test(source)) return value;
    unsafe += 1;
    return new UnsafeInteger(source);
  };
  const value: unknown = JSON.parse(text, keepUnsafe as (key: string, value: unknown) => unknown);
  return { value, unsafe };
}

/** The places of unsafe integers, as dotted paths in which `[]` is any item. */
export function unsafePaths(value: unknown, path: readonly string[] = []): string[] {
  if (value instanceof UnsafeInteger) return [path.join('.')];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => unsafePaths(item, [...path, '[]']));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => unsafePaths(child, [...path, key]));
}

/** The value with the text of each unsafe integer in its place. */
export function withTexts(value: unknown): unknown {
  if (value instanceof UnsafeInteger) return value.text;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withTexts(child)]));
}
