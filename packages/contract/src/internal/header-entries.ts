/** A value of a header as hosts hand it over: adapters of Lambda set `content-length` as a number. */
type HeaderValue = string | number | boolean | null | undefined;

/** Headers as hosts hand them over: `Headers`, a `Map`, pairs, or a record such as Node's. */
export type HeaderMap =
  | Iterable<readonly [name: string, value: HeaderValue | readonly HeaderValue[]]>
  | Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;

const isIterable = (headers: HeaderMap): headers is Extract<HeaderMap, Iterable<unknown>> =>
  Symbol.iterator in headers;

/**
 * Returns the headers of a map, each value that was sent by itself and as text. The fields of HTTP/2
 * that are not headers, such as `:path`, are left out, and so is what has no value.
 */
export function headerEntries(headers: HeaderMap): [name: string, value: string][] {
  const entries = isIterable(headers) ? [...headers] : Object.entries(headers);
  return entries
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .flatMap(([name, one]) => (one === undefined || one === null ? [] : [[name, String(one)]]));
}
