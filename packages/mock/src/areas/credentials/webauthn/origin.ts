const ANY_PORT = ':*';

function matches(pattern: string, origin: string): boolean {
  if (!pattern.endsWith(ANY_PORT)) return pattern === origin;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  return canonical === origin && `${protocol}//${hostname}${ANY_PORT}` === pattern;
}

/** Returns whether an origin is one of those allowed; `:*` in place of a port allows any. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => matches(pattern, origin));
}
