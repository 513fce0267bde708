/**
 * A number at the place of a value of an object or array, of as many digits as it takes to differ from
 * the number that it is read as: 16, a decimal point among them or not, or fewer with an exponent. Ids,
 * IBANs and tokens inside strings have as many digits and must not cause a slow parse with a reviver;
 * a UUID after a colon looks like an exponent, but does not end as a number does. An alternative for
 * the start of the text would triple the time of every search.
 */
const longNumber = /[[:,\s]-?(?:\d{16}|[\d.]{17}|\d[\d.]*[eE][+-]?\d+\s*[,}\]])/;

interface Source {
  readonly source?: string;
}

/** A number of a response that would be rounded to an integer, as it was written. */
class UnsafeInteger {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: Source) => unknown;

/** Whether a literal is exactly the integer that it was read as, in whatever notation. */
function isExact(source: string, value: number): boolean {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = BigInt(`${sign}${whole}${fraction}`);
  if (digits === 0n || value === 0) return digits === 0n && value === 0;
  // Of a number that is neither zero nor infinite, so that the powers are small.
  const exponent = Number(power) - fraction.length;
  return exponent < 0
    ? digits === BigInt(value) * 10n ** BigInt(-exponent)
    : digits * 10n ** BigInt(exponent) === BigInt(value);
}

/**
 * Whether reading a literal would change an amount in silence: it becomes an integer that it is not, or
 * one beyond 2^53-1, whatever its notation, or overflows. A literal that stays a fraction is not one of
 * these: no amount is a fraction.
 */
function isRounded(source: string, value: number): boolean {
  if (!Number.isInteger(value)) return !Number.isFinite(value);
  if (!Number.isSafeInteger(value)) return true;
  return !/^-?\d+$/.test(source) && !isExact(source, value);
}

/**
 * Parses the JSON of an object or array without rounding a number to an integer: an integer beyond
 * 2^53-1 in any notation, or a literal that would be read as an integer other than its exact value,
 * becomes an `UnsafeInteger`, counted in `unsafe`.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseJson(text: string): { readonly value: unknown; readonly unsafe: number } {
  if (!longNumber.test(text)) return { value: JSON.parse(text), unsafe: 0 };
  let unsafe = 0;
  const keepUnsafe: Reviver = (_key, value, context) => {
    if (typeof value !== 'number') return value;
    const source = context.source ?? String(value);
    if (!isRounded(source, value)) return value;
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
