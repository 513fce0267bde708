import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Mock } from '../mock.ts';
import type { Connection } from '../settings.ts';
import { allowedHosts, isLoopback, reachableHost } from './hosts.ts';
import { checkListenOptions, type ListenOptions } from './listen-options.ts';
import { send } from './serve.ts';
import { readOff } from './unread-body.ts';
import type { Worlds } from './world.ts';
import { WorldTable } from './world-table.ts';

export type { ListenOptions } from './listen-options.ts';

/** How to stop. */
export interface CloseOptions {
  /** How long requests in flight may take to end, in milliseconds; 0 when left out. */
  readonly grace?: number;
}

/** A mock that listens on a port. */
export interface MockServer {
  /** Origin at which this machine reaches the server, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /**
   * The inspector's page, with the token of the control API in its fragment if one is needed.
   */
  readonly inspectorUrl: string;
  /**
   * What the control API requires as a bearer token; undefined on loopback, where none is required.
   */
  readonly controlToken: string | undefined;
  /** The mock's connection, with a base URL on this server. */
  readonly connection: Connection;
  /** Further worlds on this server, each with its own state, credentials and clock. */
  readonly worlds: Worlds;
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

/** Handles the requests of a server: each goes to the world that its path names. */
async function handleRequest(
  worlds: WorldTable,
  request: Request,
  env: HttpBindings,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const app = worlds.appOf(pathname);
  if (app !== undefined) return send(await app.fetch(request, env), env);
  const message = `The world of ${pathname} does not exist. Add it with POST /__mock/worlds.`;
  return Response.json({ status: 404, code: 'NOT_FOUND', message }, { status: 404 });
}

/**
 * Serves a mock over HTTP: the API, the control API below `/__mock`, and the inspector at `/`. The
 * same mock may be used in the process and over HTTP at once.
 *
 * @throws MockUsageError for an unknown option or value
 * @example
 * const server = await listen(mock, { port: 4010 });
 * const payments = createPaymentsClient(server.connection);
 */
export async function listen(mock: Mock, options: ListenOptions = {}): Promise<MockServer> {
  checkListenOptions(options);
  const { port = 0, host = '127.0.0.1', cors = false, bodyLimit = MEBIBYTE } = options;
  let handle = async (_request: Request, _env: HttpBindings) => new Response(null, { status: 503 });
  const listener = getRequestListener((request, env) => handle(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    // It would close the connection half a second after a response, if the rest of the body has not
    // arrived by then, with the next request that the client may have sent.
    autoCleanupIncoming: false,
  });
  const server = createServer((incoming, outgoing) => {
    outgoing.once('finish', () => void readOff(incoming));
    void listener(incoming, outgoing);
  });
  await bind(server, port, host);
  const url = `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;
  const controlToken = isLoopback(host) ? undefined : randomBytes(32).toString('base64url');
  const hosts = allowedHosts(host, options.allowedHosts ?? []);
  const site = { url, hosts, controlToken, cors, bodyLimit };
  const worlds = new WorldTable(site, mock, options.forwardTo ?? []);
  handle = (request, env) => handleRequest(worlds, request, env);
  const { inspectorUrl, connection } = worlds.first;
  return {
    url,
    inspectorUrl,
    controlToken,
    connection,
    worlds,
    close: ({ grace = 0 } = {}) => {
      worlds.close();
      return stop(server, grace);
    },
  };
}
