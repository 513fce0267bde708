import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Truncation, truncationOf } from '../faults/truncate.ts';
import type { Mock } from '../mock.ts';
import type { Connection } from '../settings.ts';

/** Where to listen. */
export interface ListenOptions {
  /** 0, or left out, for any free port. */
  readonly port?: number;
  /** Loopback when left out. */
  readonly host?: string;
}

/** A mock that listens on a port. */
export interface MockServer {
  /** Origin, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The mock's connection, with a base URL on this server. */
  readonly connection: Connection;
  /** Stops listening and drops open connections. */
  close(): Promise<void>;
}

/** Promises the whole body, writes a part of it and drops the connection. */
function breakOff(outgoing: ServerResponse, response: Response, truncation: Truncation): void {
  const headers = { ...Object.fromEntries(response.headers), 'content-length': truncation.length };
  outgoing.writeHead(response.status, headers);
  outgoing.write(truncation.bytes, () => outgoing.destroy());
}

/** Hands a request to the mock; where the mock breaks the connection, so does the server. */
async function answer(mock: Mock, request: Request, outgoing: ServerResponse): Promise<Response> {
  try {
    const response = await mock.fetch(request);
    const truncation = truncationOf(response);
    if (truncation === undefined) return response;
    breakOff(outgoing, response, truncation);
  } catch {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

/** Serves a mock over HTTP. The same mock may be used in the process and over HTTP at once. */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<MockServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const listener = getRequestListener(
    (request, env) => answer(mock, request, env.outgoing as ServerResponse),
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  const { pathname } = new URL(mock.connection.baseUrl);
  return {
    url,
    connection: { ...mock.connection, baseUrl: `${url}${pathname}` },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
