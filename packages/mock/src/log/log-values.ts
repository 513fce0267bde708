import { type OperationRow, REDACTED, redact } from '@org/payments-contract';
import { isTooDeep as isDeeper } from '@org/payments-contract/internal';
import { redactPath } from '@org/payments-contract/internal/schema';

/** Deeper values are not logged, because walking them could overflow the stack. */
const MAX_DEPTH = 200;

export function isTooDeep(value: unknown): boolean {
  return isDeeper(value, Object.hasOwn, MAX_DEPTH);
}

/** Returns a payload to sign with its secrets masked: it may carry the token of a new credential. */
function loggablePayload(payload: string): string {
  try {
    return JSON.stringify(redact(JSON.parse(payload)));
  } catch {
    return payload;
  }
}

/**
 * Returns a JSON value with its secrets masked, by the schemas and, for unknown fields, by their
 * names. A value that is nested too deeply is replaced by a note.
 */
export function loggable(value: unknown, ...schemas: Parameters<typeof redact>[1][]): unknown {
  if (isTooDeep(value)) return `[nested more than ${MAX_DEPTH} levels deep]`;
  const masked = redact(value, ...schemas);
  const { payloadToSign } = (masked ?? {}) as { readonly payloadToSign?: unknown };
  if (typeof payloadToSign !== 'string') return masked;
  return { ...(masked as object), payloadToSign: loggablePayload(payloadToSign) };
}

function loggableQuery(row: OperationRow, search: string): string {
  if (search === '' || search === '?') return '';
  const { query } = row;
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => {
    const isKnown = query !== undefined && Object.hasOwn(query.shape, name);
    const shown = isKnown
      ? (redact({ [name]: value }, query) as Record<string, unknown>)[name]
      : REDACTED;
    if (shown === REDACTED) return REDACTED;
    return `${name}=${encodeURIComponent(String(shown))}`;
  });
  return `?${pairs.join('&')}`;
}

/**
 * Returns a known operation's path for the log. Values that its schemas mark as secret, and unknown
 * parameters, are masked in the path and in the query.
 *
 * @param params the values of the path's parameters
 * @param search the query with its question mark, or an empty text
 */
export function loggablePath(
  row: OperationRow,
  params: Readonly<Record<string, string>>,
  search: string,
): string {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? '').replaceAll('/', '%2F'),
  );
  return `${redactPath(row, path)}${loggableQuery(row, search)}`;
}

/** Returns a URL or path up to its query. Used for unknown paths, whose query may contain anything. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
