/** Formats a value for readers. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return errorText(value);
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Formats an error of the packages with its code and action; any other error by its message. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return shown(error);
  const { code, action } = error as { code?: unknown; action?: unknown };
  const name = typeof code === 'string' ? `${error.name} [${code}]` : error.name;
  const todo = typeof action === 'string' ? `\n${action}` : '';
  return `${name}: ${error.message}${todo}`;
}
