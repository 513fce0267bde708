/** Returns whether an object is not an instance of a class; objects of another realm count as plain. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Users that are deeper or larger than this do not have a key. */
const MAX_DEPTH = 6;
const MAX_LENGTH = 4_096;

function write(value: unknown, depth: number): string | undefined {
  if (value === undefined) return 'undefined';
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
    return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'undefined');
  }
  if (typeof value !== 'object' || depth === 0) return undefined;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  const names = Object.keys(value).sort();
  const parts: string[] = [];
  for (const name of names) {
    const part = write((value as Readonly<Record<string, unknown>>)[name], depth - 1);
    if (part === undefined) return undefined;
    parts.push(`${JSON.stringify(name)}:${part}`);
  }
  return `${Array.isArray(value) ? `[${value.length}]` : ''}{${parts.join(',')}}`;
}

/**
 * Writes a plain value as text, the same for equal values whatever the order of their fields.
 * Undefined for a value that contains something without a distinct text: functions, symbols,
 * instances of classes, cycles, or more data than a key should have.
 */
export function stableKey(value: unknown): string | undefined {
  const text = write(value, MAX_DEPTH);
  return text !== undefined && text.length <= MAX_LENGTH ? text : undefined;
}
