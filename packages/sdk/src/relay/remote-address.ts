/** Where an adapter keeps the address of the socket: the adapters are modules of their own. */
const field = Symbol.for('@org/payments-sdk/relay remote address');

/** Notes the address of the socket a request came from. */
export function setRemoteAddress(request: Request, address: string | undefined): void {
  Object.defineProperty(request, field, { value: address });
}

/** The address of the socket a request came from, where an adapter noted it. */
export function remoteAddressOf(request: Request): string | undefined {
  const address = (request as unknown as Readonly<Record<symbol, unknown>>)[field];
  return typeof address === 'string' ? address : undefined;
}
