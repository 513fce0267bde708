/** A value of a header as hosts hand it over: adapters of Lambda set `content-length` as a number. */
type HeaderValue = string | number | boolean | null | undefined;

/** Headers as hosts hand them over: `Headers`, a `Map`, pairs, `rawHeaders`, or a record such as Node's. */
export type HeaderMap =
  | Iterable<readonly [name: string, value: HeaderValue | readonly HeaderValue[]]>
  | Iterable<string | Uint8Array>
  | Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

const LAST_OF_LATIN1 = '\u00ff';

/** Bytes as the text that a header holds: a character for each byte. */
const byteText = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** A value as a header holds it. Hosts that hand over JSON decode it: it was sent as these bytes. */
function headerText(value: unknown): string {
  if (value instanceof Uint8Array) return byteText(value);
  const text = String(value);
  const isBytes = [...text].every((character) => character <= LAST_OF_LATIN1);
  return isBytes ? text : byteText(new TextEncoder().encode(text));
}

/** The pairs of a list such as `rawHeaders` of Node, where names and values take turns. */
function* pairsOf(list: readonly unknown[]): Generator<[string, unknown]> {
  for (let at = 0; at < list.length; at += 2) yield [headerText(list[at]), list[at + 1]];
}

function pairs(headers: HeaderMap): readonly (readonly [string, unknown])[] {
  if (!(Symbol.iterator in headers)) return Object.entries(headers);
  const list: readonly unknown[] = [...headers];
  return Array.isArray(list[0]) ? (list as readonly [string, unknown][]) : [...pairsOf(list)];
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
