import type { TransportRequest } from './transport.ts';

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
