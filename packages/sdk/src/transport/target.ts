/** The target of a request, in the parts that sockets and requests need. */
export interface Target {
  /** Protocol, host and port. */
  readonly origin: string;
  readonly isTls: boolean;
  readonly host: string;
  readonly port: number;
  /** Path and query, as they are in the URL. */
  readonly path: string;
}

type Origin = Omit<Target, 'path'>;

/** A client has one origin; more occur in tests that start several servers. */
const MAX_ORIGINS = 100;
const origins = new Map<string, Origin>();

function originOf(text: string): Origin {
  const { protocol, hostname, port } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`A transport sends to http and https URLs, not to ${protocol}`);
  }
  const isTls = protocol === 'https:';
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const found = { origin: text, isTls, host, port: Number(port) || (isTls ? 443 : 80) };
  if (origins.size < MAX_ORIGINS) origins.set(text, found);
  return found;
}

/** An absolute URL without a fragment whose characters all can be sent as they are. */
const isPlain = /^https?:\/\/[^/?#@\\]+\/[\w\-.~:/?[\]@!$&'()*+,;=%]*$/;

/** @throws TypeError for a URL that is not absolute, or neither http nor https */
export function parseTarget(url: string): Target {
  const slash = url.indexOf('/', 'https://'.length);
  if (slash > 0 && isPlain.test(url)) {
    const origin = url.slice(0, slash);
    return { ...(origins.get(origin) ?? originOf(origin)), path: url.slice(slash) };
  }
  const { origin, pathname, search } = new URL(url);
  return { ...originOf(origin), path: pathname + search };
}
