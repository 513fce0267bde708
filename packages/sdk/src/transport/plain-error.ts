/** The fields that are kept of a platform's error: what failed and where, never what was sent or read. */
const shownFields = new Set([
  'name',
  'message',
  'stack',
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  'reason',
  'statusCode',
  'library',
  'cause',
  'errors',
]);

const MAX_DEPTH = 5;

/**
 * Returns the error without anything that could hold the request, its headers or bytes of the
 * response, such as the packet of a parser's error. An error without such content is returned
 * unchanged.
 */
export function plainError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error;
  if (depth > MAX_DEPTH) return undefined;
  if (!(error instanceof Error))
    return new Error('The platform threw a value that is not an error.');
  const fields = error as Error & Readonly<Record<string, unknown>>;
  const cause = plainError(fields.cause, depth + 1);
  const given: readonly unknown[] = Array.isArray(fields.errors) ? fields.errors : [];
  const errors = given.map((inner) => plainError(inner, depth + 1));
  const isPlain =
    cause === fields.cause &&
    errors.every((inner, index) => inner === given[index]) &&
    Reflect.ownKeys(error).every(
      (key) => (typeof key === 'string' && shownFields.has(key)) || isHidden(error, key),
    );
  return isPlain ? error : plainCopy(fields, cause, errors);
}

/** Symbols with a primitive value are marks of the platform, such as undici's class marks. */
function isHidden(error: Error, key: string | symbol): boolean {
  if (typeof key === 'string') return false;
  const value = (error as unknown as Readonly<Record<symbol, unknown>>)[key];
  return typeof value === 'boolean' || typeof value === 'number' || value === undefined;
}

function plainCopy(
  error: Error & Readonly<Record<string, unknown>>,
  cause: unknown,
  errors: readonly unknown[],
): Error {
  const plain = new Error(error.message, cause === undefined ? undefined : { cause });
  for (const key of shownFields) {
    const value = error[key];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    Object.defineProperty(plain, key, { value, configurable: true, writable: true });
  }
  if (errors.length > 0) Object.defineProperty(plain, 'errors', { value: errors });
  return plain;
}
