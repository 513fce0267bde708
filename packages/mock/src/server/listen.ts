import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import * as z from 'zod/mini';
import type { Mock } from '../mock.ts';
import type { Connection } from '../options/settings.ts';
import { checked, onlyFields } from '../usage-error.ts';
import { targetProblem } from '../webhooks/targets.ts';
import { type AllowedOrigins, allowedHosts, isLoopback, reachableHost, urlHost } from './access.ts';
import { send } from './serve.ts';
import { drainBody } from './unread-body.ts';
import type { Worlds } from './world.ts';
import { WorldTable } from './world-table.ts';

/** Options of `listen`: the address, and the hosts and origins it accepts. */
export interface ListenOptions {
  /** Port to listen on; 0, or left out, for any free port. */
  readonly port?: number | undefined;
  /** Loopback when left out. On any other address the control API requires a token. */
  readonly host?: string | undefined;
  /**
   * What the control API requires as a bearer token, at least 16 characters. When left out, none on
   * loopback, and a random one on any other address.
   */
  readonly controlToken?: string | undefined;
  /**
   * Names in the `Host` header that are accepted besides `localhost`, `127.0.0.1`, `[::1]` and
   * `host`. Requests for other names are refused, which stops DNS rebinding.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may use the API, never the control API: none when left out, `true` for any. */
  readonly cors?: AllowedOrigins | undefined;
  /** URLs to which events are delivered while the server runs. */
  readonly forwardTo?: readonly string[] | undefined;
  /** Maximum size of a request body in bytes; 1 MiB when left out. A snapshot and an upload may be larger. */
  readonly bodyLimit?: number | undefined;
}

function list(what: string, isOne: (text: string) => boolean) {
  const message = `must be a list of ${what}`;
  return z.array(z.string(message).check(z.refine(isOne, `is not one of ${what}`)), message);
}
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const isTarget = (text: string) => targetProblem(text) === undefined;
/** Returns whether a string is a name or an address as written in `Host`, without a port. */
const isHostName = (text: string) =>
  URL.canParse(`http://${urlHost(text)}`) &&
  new URL(`http://${urlHost(text)}`).host === urlHost(text);
const origins = list('origins such as https://app.example', isOrigin);
const count = (highest: number) =>
  z
    .int('must be a whole number')
    .check(z.gte(0, 'must be 0 or more'), z.lte(highest, `must be at most ${highest}`));
/** Its type requires a complete list: a missing option does not compile. */
const optionFields = {
  port: z.optional(count(65_535)),
  host: z.optional(z.string('must be text').check(z.minLength(1, 'must not be empty'))),
  allowedHosts: z.optional(list('host names without a port', isHostName)),
  cors: z.optional(
    z.union(
      [z.boolean(), origins],
      'must be true, false or a list of origins such as https://app.example',
    ),
  ),
  forwardTo: z.optional(list('http or https URLs without a user name and a password', isTarget)),
  controlToken: z.optional(
    z
      .string('must be text')
      .check(z.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, and no spaces')),
  ),
  bodyLimit: z.optional(count(Number.MAX_SAFE_INTEGER)),
} satisfies Readonly<Record<keyof ListenOptions, z.ZodMiniType>>;
const listenOptions = z.strictObject(optionFields, {
  error: onlyFields(Object.keys(optionFields)),
});

/** Checks the options of `listen`. @throws MockUsageError for an unknown option or value */
function checkListenOptions(options: ListenOptions): void {
  checked('The server cannot be started', listenOptions, options);
}

/** How to stop. */
export interface CloseOptions {
  /** How long requests in flight may take to end, in milliseconds; 0 when left out. */
  readonly grace?: number | undefined;
}

/** A mock that listens on a port. */
export interface MockServer {
  /** Origin at which this machine reaches the server, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The inspector's page, with the token of the control API in its fragment if one is needed. */
  readonly inspectorUrl: string;
  /** What the control API requires as a bearer token; undefined if none is required, as on loopback. */
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
  // Idle connections are the client's to close: one that the server closes may be the one on which the
  // next request is being sent.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    outgoing.once('finish', () => void drainBody(incoming));
    void listener(incoming, outgoing);
  });
  await bind(server, port, host);
  const url = `http://${reachableHost(host)}:${(server.address() as AddressInfo).port}`;
  const random = isLoopback(host) ? undefined : randomBytes(32).toString('base64url');
  const { controlToken = random } = options;
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
