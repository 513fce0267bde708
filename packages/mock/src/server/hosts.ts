const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether an address to listen on is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Returns the address at which clients on this machine reach a server. One that listens on every
 * address is not reached at `0.0.0.0` or `::`, but on loopback.
 */
export function reachableHost(bound: string): string {
  if (bound === '0.0.0.0') return '127.0.0.1';
  return bound === '::' || bound === '[::]' ? '[::1]' : urlHost(bound);
}

/** Returns a host as written in a URL: IPv6 addresses in brackets, in lower case. */
export function urlHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}

/**
 * Returns the names under which a server may be addressed: loopback, its own address, and the
 * allowed ones.
 */
export function allowedHosts(bound: string, given: readonly string[]): ReadonlySet<string> {
  return new Set([...loopbackNames, ...[bound, ...given].map(urlHost)]);
}

/** Returns the name in a `Host` header, without the port. */
export function hostName(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase();
}
