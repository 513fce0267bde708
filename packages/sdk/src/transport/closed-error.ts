/**
 * A request was given to a transport that had been closed, or had not been sent when it was closed.
 */
export class TransportClosedError extends Error {
  override readonly name = 'TransportClosedError';
  readonly code = 'TRANSPORT_CLOSED';

  constructor() {
    super('The transport is closed; the request was not sent.');
  }
}
