import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Mock } from '../mock.ts';
import type { Connection } from '../settings.ts';
import { createControlApi } from './control/control-api.ts';
import type { AllowedOrigins } from './cors.ts';
import { type Site, serve } from './serve.ts';

/** Where to listen, and to whom. */
export interface ListenOptions {
  /** 0, or left out, for any free port. */
  readonly port?: number;
  /** Loopback when left out. */
  readonly host?: string;
  /** Origins whose pages may use the server: none when left out, `true` for any. */
  readonly cors?: AllowedOrigins;
  /** Bytes a request body may have; 1 MiB when left out. */
  readonly bodyLimit?: number;
}

/** How to stop. */
export interface CloseOptions {
  /** How long requests that are being answered may take to end, in milliseconds; 0 when left out. */
  readonly grace?: number;
}

/** A mock that listens on a port. */
export interface MockServer {
  /** Origin, such as `http://127.0.0.1:4010`. In a browser it shows the inspector. */
  readonly url: string;
  /** The mock's connection, with a base URL on this server. */
  readonly connection: Connection;
  /** Stops listening and drops open connections. */
  close(options?: CloseOptions): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function stop(server: Server, grace: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const drop = () => server.closeAllConnections();
    const timer = grace > 0 ? setTimeout(drop, grace) : undefined;
    server.close((error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
    if (grace <= 0) drop();
  });
}

/**
 * Serves a mock over HTTP: the API, the control API below `/__mock`, and the inspector at `/`. The
 * same mock may be used in the process and over HTTP at once.
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<MockServer> {
  const { port = 0, host = '127.0.0.1', cors = false, bodyLimit = MEBIBYTE } = options;
  const hostname = host.includes(':') ? `[${host}]` : host;
  let site: Site | undefined;
  const listener = getRequestListener(
    (request, env) =>
      site === undefined
        ? new Response(null, { status: 503 })
        : serve(site, request, env.outgoing as ServerResponse),
    { overrideGlobalObjects: false },
  );
  const server = createServer((incoming, outgoing) => {
    void listener(incoming, outgoing);
  });
  await bind(server, port, host);
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const { pathname } = new URL(mock.connection.baseUrl);
  const connection = { ...mock.connection, baseUrl: `${url}${pathname}` };
  const control = createControlApi(mock, connection);
  site = { mock, control, hostname, cors, bodyLimit };
  return {
    url,
    connection,
    close: ({ grace = 0 } = {}) => {
      control.close();
      return stop(server, grace);
    },
  };
}
