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
