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

/**
 * A request was given to a transport that had been closed, or had not been sent when it was closed.
 */
class TransportClosedError extends Error {
  override readonly name = 'TransportClosedError';
  readonly code = 'TRANSPORT_CLOSED';

  constructor() {
    super('The transport is closed; the request was not sent.');
  }
}

/** An exchange that a transport can end when it is closed. */
export interface Closable {
  /** Its index among the open ones. */
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
