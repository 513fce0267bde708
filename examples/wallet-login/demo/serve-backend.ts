import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** Handles a request; `env` has the connection it came on. */
export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** A backend that listens. */
export interface Listening {
  /** `http://localhost:<port>`: passkeys need a host name, not an IP address. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
}

/**
 * Listens on loopback. The backend is created once the port is known, because it checks origins.
 *
 * @param port 0 for any free one
 */
export async function serveBackend(
  port: number,
  create: (origin: string) => Fetch,
): Promise<Listening> {
  let handle: Fetch = () => new Response(null, { status: 503 });
  const listener = getRequestListener((request, env) => handle(request, env as HttpBindings), {
    overrideGlobalObjects: false,
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  const origin = `http://localhost:${bound}`;
  handle = create(origin);
  return {
    origin,
    port: bound,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
