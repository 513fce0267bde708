import type { IncomingMessage } from 'node:http';

/** The `Host` header; empty if there are two, of which a proxy may have checked the other one. */
export function hostOf({ headers, rawHeaders }: IncomingMessage): string {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  return count === 1 ? (headers.host ?? '') : '';
}
