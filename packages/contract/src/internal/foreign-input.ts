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

/** The fields of a value and of all within it. */
function fieldsWithin(value: unknown): number {
  const children = Object.values(typeof value === 'object' && value !== null ? value : {});
  const own = Array.isArray(value) ? 0 : children.length;
  return children.reduce<number>((sum, child) => sum + fieldsWithin(child), own);
}

/**
 * Parses JSON of another party, which code that recurses can then walk. Of a field that is there
 * twice, a parser takes the last, and a reader may have seen the first.
 *
 * @throws SyntaxError when it is not JSON, nested too deeply, or an object has a field twice
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new SyntaxError(`it ${TOO_DEEP}`);
  const strings = text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g);
  const named = [...strings].filter(([, colon]) => colon !== undefined).length;
  if (named !== fieldsWithin(value)) throw new SyntaxError('it has a field twice');
  return value;
}

/** A value of a header as hosts hand it over: adapters of Lambda set `content-length` as a number. */
type HeaderValue = string | number | boolean | null | undefined;

/** Headers as hosts hand them over: `Headers`, a `Map`, pairs, `rawHeaders`, or a record such as Node's. */
export type HeaderMap =
  | Iterable<readonly [name: string, value: HeaderValue | readonly HeaderValue[]]>
  | Iterable<string | Uint8Array>
  | Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

/** A value as a header holds it. Hosts that hand over JSON decode it: it was sent as these bytes. */
function headerText(value: unknown): string {
  if (value instanceof Uint8Array) return String.fromCharCode(...value);
  const text = String(value);
  return /[^\0-\xff]/.test(text) ? headerText(new TextEncoder().encode(text)) : text;
}

function pairs(headers: HeaderMap): readonly (readonly [string, unknown])[] {
  if (!(Symbol.iterator in headers)) return Object.entries(headers);
  const list: readonly unknown[] = [...headers];
  if (Array.isArray(list[0])) return list as readonly [string, unknown][];
  // In `rawHeaders` of Node, names and values take turns.
  return list.flatMap((name, at) => (at % 2 === 0 ? [[headerText(name), list[at + 1]]] : []));
}

/**
 * Returns the headers of a map, each value that was sent by itself and as text. The fields of HTTP/2
 * that are not headers, such as `:path`, are left out, and so is what has no value.
 */
export function headerEntries(headers: HeaderMap): [name: string, value: string][] {
  return pairs(headers)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .flatMap(([name, one]) => (one === undefined || one === null ? [] : [[name, headerText(one)]]));
}

const DIGIT = /\p{Nd}/u;

/** The value of a decimal digit: those of a script follow each other, from zero. */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** Writes digits of any script as those of ASCII. A superscript is not a digit. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : digitOf(digit)));
}

/**
 * Reads a code as a person types or pastes it, from an e-mail or another device: digits of any script
 * and full-width characters are those of ASCII; only letters and digits that somebody sees are part of
 * a code, not spaces, hyphens, and quotes or the full stop of a sentence.
 */
export function readCode(text: string): string {
  return asciiDigits(text)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '');
}
