import { type OperationRow, REDACTED, redact, redactPath } from '@org/payments-contract';

type Schemas = readonly NonNullable<OperationRow['body']>[];

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

/**
 * A JSON value with its secrets masked, as its schemas say; a note in place of one that is nested too
 * deeply.
 */
export function loggable(value: unknown, ...schemas: Schemas): unknown {
  return isTooDeep(value) ? `[nested more than ${DEEPEST} levels deep]` : redact(value, ...schemas);
}

function loggableQuery({ query }: OperationRow, search: string): string {
  if (search === '' || search === '?') return '';
  if (query === undefined) return `?${REDACTED}`;
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => {
    if (!Object.hasOwn(query.shape, name)) return REDACTED;
    const { [name]: shown } = redact({ [name]: value }, query) as Record<string, string>;
    return `${name}=${encodeURIComponent(shown ?? '')}`;
  });
  return `?${pairs.join('&')}`;
}

/**
 * The path of a known operation for the log: what its row marks as secret is masked, and so are
 * query parameters that it does not have.
 *
 * @param path below the base URL, decoded
 * @param search the query with its question mark, or nothing
 */
export function loggablePath(row: OperationRow, path: string, search: string): string {
  return `${redactPath(row, path)}${loggableQuery(row, search)}`;
}

/** A URL or path up to its query: for paths that no operation has, whose query may carry anything. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
