import type { TransportRequest } from './transport.ts';

/**
 * Waits two turns of the event loop, in which the end of an idle connection that has already
 * arrived is read, so that a write is not sent on such a connection.
 */
export function readPendingEvents(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

const nothing = () => {};

/**
 * Calls back with the reason when a request is to be abandoned; at once if it already is.
 *
 * @returns a function that ends the waiting
 */
export function whenStopped(
  request: TransportRequest,
  callback: (reason: unknown) => void,
): () => void {
  if (request.onStop !== undefined) {
    request.onStop(callback);
    return nothing;
  }
  const { signal } = request;
  if (signal.aborted) {
    callback(signal.reason);
    return nothing;
  }
  const onAbort = () => callback(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}
