import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Mock } from '../mock.ts';
import type { Connection } from '../settings.ts';
import { createControlApi } from './control/control-api.ts';
import { allowedHosts, isLoopback, reachableHost } from './hosts.ts';
import { checkListenOptions, type ListenOptions } from './listen-options.ts';
import { createListener } from './serve.ts';
import { readOff } from './unread-body.ts';

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
  /** Stops listening and drops open connections. */
  close(options?: CloseOptions): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** How often the server starts the deliveries that are due, in milliseconds. */
const POLL = 1000;

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

/** Delivers events while a server runs, and returns a function that stops it. */
function deliver(mock: Mock, urls: readonly string[]): () => void {
  const removers = urls.map((url) => mock.deliverTo(url));
  const timer = setInterval(() => mock.webhooks.poll(), POLL);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const remove of removers) remove();
  };
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
  // Before the server listens: a server that nobody can stop would keep the process alive.
  const stopDelivering = deliver(mock, options.forwardTo ?? []);
  await bind(server, port, host).catch((error: unknown) => {
    stopDelivering();
    throw error;
  });
  const url = `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;
  const { pathname } = new URL(mock.connection.baseUrl);
  const connection = { ...mock.connection, baseUrl: `${url}${pathname}` };
  const control = createControlApi(mock, connection);
  const controlToken = isLoopback(host) ? undefined : randomBytes(32).toString('base64url');
  const hosts = allowedHosts(host, options.allowedHosts ?? []);
  handle = createListener({ mock, control, hosts, controlToken, cors, bodyLimit });
  return {
    url,
    inspectorUrl: controlToken === undefined ? url : `${url}/#token=${controlToken}`,
    controlToken,
    connection,
    close: ({ grace = 0 } = {}) => {
      control.close();
      stopDelivering();
      return stop(server, grace);
    },
  };
}
