const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address to listen on is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A host as it stands in a URL: IPv6 addresses in brackets, in lower case. */
export function urlHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}

/** The names under which a server may be addressed: loopback, its own address, and those given. */
export function allowedHosts(bound: string, given: readonly string[]): ReadonlySet<string> {
  return new Set([...loopbackNames, ...[bound, ...given].map(urlHost)]);
}

/** The name in a `Host` header, without the port. */
export function hostName(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase();
}
