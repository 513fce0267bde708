import { REDACTED, redact, secretFieldNames } from '@org/payments-contract';

/** Deeper values are not kept: nobody reads them, and walking them takes the stack. */
const DEEPEST = 200;

function objectsIn(values: readonly unknown[]): object[] {
  return values.filter((value): value is object => typeof value === 'object' && value !== null);
}

/** Whether a JSON value has more levels than the log keeps. Works without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level = objectsIn([value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEEPEST) return true;
    level = level.flatMap((each) => objectsIn(Object.values(each)));
  }
  return false;
}

/** A JSON value with its secrets masked; a note in place of one that is nested too deeply. */
export function loggable(value: unknown): unknown {
  return isTooDeep(value) ? `[nested more than ${DEEPEST} levels deep]` : redact(value);
}

function loggableQuery(search: string, isKnown: (name: string) => boolean): string {
  if (search === '' || search === '?') return '';
  const secrets = secretFieldNames();
  const pairs = [...new URLSearchParams(search)].map(([name, value]) =>
    isKnown(name) && !secrets.has(name) ? `${name}=${encodeURIComponent(value)}` : REDACTED,
  );
  return `?${pairs.join('&')}`;
}

/**
 * The path of a known operation for the log. Ids and the values of known query parameters are
 * kept. Other parameters, such as the code in a path, are masked.
 *
 * @param template such as `/cards/{id}`
 * @param search the query with its question mark, or nothing
 */
export function loggablePath(
  template: string,
  params: Readonly<Record<string, string>>,
  search: string,
  isKnown: (name: string) => boolean,
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    /id$/i.test(name) ? (params[name] ?? '') : REDACTED,
  );
  return `${path}${loggableQuery(search, isKnown)}`;
}

/** A URL or path up to its query: for paths that no operation has, whose query may carry anything. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
