/** No connection was ready within the connect timeout: name, socket, proxy and TLS included. */
export class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'CONNECT_TIMEOUT';

  constructor(milliseconds: number) {
    super(`No connection was established within ${milliseconds} ms.`);
  }
}
