/**
 * The key under which an adapter stores the socket's address; a global symbol, because adapters are
 * separate modules.
 */
const field = Symbol.for('@org/payments-sdk/relay remote address');

/** Stores the socket address of a request. */
export function setRemoteAddress(request: Request, address: string | undefined): void {
  Object.defineProperty(request, field, { value: address });
}

/** The socket address of a request, if an adapter stored it. */
export function remoteAddressOf(request: Request): string | undefined {
  const address = (request as unknown as Readonly<Record<symbol, unknown>>)[field];
  return typeof address === 'string' ? address : undefined;
}
