import { type AllowedOrigins, isAllowed } from '../cors.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Says why a request may not use the control API, if it may not: a page of another origin, or a
 * host name that somebody pointed at this machine, would let any web site reset the mock.
 */
export function refusalOf(
  request: Request,
  bound: { readonly hostname: string; readonly cors: AllowedOrigins },
): string | undefined {
  const { hostname, origin } = new URL(request.url);
  const isLocal = loopbackNames.has(bound.hostname);
  if (isLocal && !loopbackNames.has(hostname)) return `The host ${hostname} is not this server's.`;
  const from = request.headers.get('origin');
  if (from === null || from === origin || isAllowed(from, bound.cors)) return undefined;
  return `Pages of ${from} may not use the control API; allow them by --cors-origin.`;
}
