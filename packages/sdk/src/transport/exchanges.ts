import type { TransportRequest } from './transport.ts';

/**
 * Calls back with the reason when a request is to be abandoned; at once if it already is.
 *
 * @returns a function that ends the waiting, if there is anything to end
 */
export function whenStopped(
  request: TransportRequest,
  callback: (reason: unknown) => void,
): (() => void) | undefined {
  if (request.onStop !== undefined) {
    request.onStop(callback);
    return undefined;
  }
  const { signal } = request;
  if (signal.aborted) {
    callback(signal.reason);
    return undefined;
  }
  const onAbort = () => callback(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}

/** A request was given to a transport that had been closed, or had not been sent when it was closed. */
class TransportClosedError extends Error {
  override readonly name = 'TransportClosedError';
  readonly code = 'TRANSPORT_CLOSED';

  constructor() {
    super('The transport is closed; the request was not sent.');
  }
}

/** An exchange that a transport can end when it is closed. */
export interface Closable {
  openIndex: number;
  /** Whether a byte may have been sent, and a caller waits for the response. */
  readonly isUnderWay: boolean;
  fail(reason: unknown): void;
}

/**
 * The exchanges of a transport that are not over. Not a `Set`: each table that a set outgrows points to
 * the next one, so that the young generation of the collector kept every finished exchange under load.
 */
export class OpenExchanges {
  readonly #open: Closable[] = [];
  #closed = false;
  #drained: (() => void) | undefined;

  /** @throws TransportClosedError after `close` */
  add(exchange: Closable): void {
    if (this.#closed) throw new TransportClosedError();
    exchange.openIndex = this.#open.push(exchange) - 1;
  }

  /** Removes an exchange that has been added and not removed. */
  remove(exchange: Closable): void {
    const last = this.#open.pop();
    if (last !== undefined && last !== exchange) {
      this.#open[exchange.openIndex] = last;
      last.openIndex = exchange.openIndex;
    }
    if (this.#open.length === 0) this.#drained?.();
  }

  /** Rejects the exchanges that have not been sent, and waits for those in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchange of [...this.#open]) {
      if (!exchange.isUnderWay) exchange.fail(new TransportClosedError());
    }
    if (this.#open.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }
}

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
