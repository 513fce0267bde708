import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ConnectionLost, type Truncation, truncationOf } from '../engine/connection-lost.ts';
import { jsonTextOf } from '../engine/json-response.ts';
import { isMultipart } from '../engine/read-input.ts';
import { inspectorAsset, inspectorPage } from '../inspector/assets.ts';
import type { Mock } from '../mock.ts';
import { type AllowedOrigins, hostName, ownOriginOnly, requireToken, shareWith } from './access.ts';
import { CONTROL_PREFIX, type ControlApi } from './control/control-api.ts';
import { endsEarly, sendBeforeClosing } from './unread-body.ts';

/**
 * Converts the request to the runtime's class. Hono's limit copies the request, and the adapter's
 * own class can be copied only if it replaces the global `Request`, which this server does not do.
 */
function ofRuntime({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

/** Refuses bodies of more than a number of bytes with 413, whether their length is declared or not. */
function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => {
      const message = `The body is larger than ${maxSize} bytes.`;
      const body = { status: 413, code: 'INVALID_REQUEST_FORMAT', message };
      return context.json(body, 413, { Connection: 'close' });
    },
  });
  return async (context, next) => {
    const isStreamed = context.req.header('transfer-encoding') !== undefined;
    if (!isStreamed && context.req.header('content-length') === undefined) return next();
    if (isStreamed) context.req.raw = ofRuntime(context.req.raw);
    return limit(context, next);
  };
}

export interface Site {
  readonly url: string;
  readonly hosts: ReadonlySet<string>;
  /** The token that the control API requires; undefined if only this machine can reach it. */
  readonly controlToken: string | undefined;
  readonly cors: AllowedOrigins;
  /** Bytes. */
  readonly bodyLimit: number;
}

export interface WorldSite extends Site {
  readonly mock: Mock;
  readonly control: ControlApi;
  /** The path in front of all its routes; empty for the first world. */
  readonly path: string;
}

/** The environment of the routes: Node's request and response. */
export interface Env {
  readonly Bindings: HttpBindings;
}

/** Announces the full length, writes a part of the body and drops the connection. */
function truncateResponse(
  context: Context<Env>,
  response: Response,
  truncation: Truncation,
): Response {
  const { outgoing } = context.env;
  const shared = Object.fromEntries(context.res.headers);
  const headers = { ...shared, ...Object.fromEntries(response.headers) };
  outgoing.writeHead(response.status, { ...headers, 'content-length': truncation.length });
  outgoing.write(truncation.bytes, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Writes head and body at once, which takes half as long as piping a stream. */
function write(outgoing: ServerResponse, { status, headers }: Response, text: string): void {
  const fields = Object.fromEntries(headers);
  outgoing.writeHead(status, { ...fields, 'content-length': Buffer.byteLength(text) });
  outgoing.end(text);
}

/** Refuses unknown host names, which prevents DNS rebinding. */
function allowHosts(hosts: ReadonlySet<string>): MiddlewareHandler {
  return async (context, next) => {
    const name = hostName(context.req.header('host') ?? '');
    if (hosts.has(name)) return next();
    const message = `The host ${name} is not allowed; allowed: ${[...hosts].join(', ')}. Start the mock with --allow-host ${name}, or { allowedHosts: ['${name}'] }.`;
    return context.json({ message }, 403);
  };
}

/** Limits bodies of the control API, except snapshots, which can be restored whatever their size. */
function limitControlBody({ path, bodyLimit }: WorldSite): MiddlewareHandler {
  const limit = limitBody(bodyLimit);
  const snapshot = `${path}${CONTROL_PREFIX}/snapshot`;
  return (context, next) => (context.req.path === snapshot ? next() : limit(context, next));
}

/** Bytes of an upload. It leaves room for a file that is too large, so that the mock itself refuses it. */
const UPLOAD_LIMIT = 16 * 1024 * 1024;

function limitApiBody({ bodyLimit }: WorldSite): MiddlewareHandler {
  const limit = limitBody(bodyLimit);
  const uploadLimit = limitBody(Math.max(bodyLimit, UPLOAD_LIMIT));
  return (context, next) =>
    isMultipart(context.req.raw.headers) ? uploadLimit(context, next) : limit(context, next);
}

/** Responds when the mock failed itself, such as by a violation of the contract. */
function failure(error: unknown): Response {
  const message = `The mock itself failed. ${error instanceof Error ? error.message : error}`;
  return Response.json({ status: 500, code: 'INTERNAL_ERROR', message }, { status: 500 });
}

/** Passes a request to the mock. If the mock breaks the connection, the server breaks it too. */
async function callMock({ mock }: WorldSite, context: Context<Env>): Promise<Response> {
  try {
    const response = await mock.fetch(context.req.raw);
    const truncation = truncationOf(response);
    return truncation === undefined ? response : truncateResponse(context, response, truncation);
  } catch (error) {
    const { signal } = context.req.raw;
    if (!(error instanceof ConnectionLost) && !signal.aborted) return failure(error);
    context.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}

/** Responds to browsers with the inspector, whose files and requests are relative to its page. */
function showInspector(path: string): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    if (req.method !== 'GET' || req.header('accept')?.includes('text/html') !== true) return next();
    if (req.path === `${path}/`) return inspectorPage();
    return req.path === path ? context.redirect(`${path}/`) : next();
  };
}

/** Creates the routes of a world: the inspector, the control API below its prefix, and the API. */
export function createApp(site: WorldSite): Hono<Env> {
  const { control, hosts, controlToken, cors, path } = site;
  const app = new Hono<Env>().basePath(path);
  app.use(allowHosts(hosts));
  app.get(`${CONTROL_PREFIX}/inspector/*`, async (context, next) => {
    const asset = await inspectorAsset(context.req.path.slice(path.length + CONTROL_PREFIX.length));
    return asset ?? next();
  });
  app.use(`${CONTROL_PREFIX}/*`, ownOriginOnly, requireToken(controlToken), limitControlBody(site));
  app.route(CONTROL_PREFIX, control.routes);
  app.use(showInspector(path));
  if (cors !== false) app.use(shareWith(cors));
  app.use(limitApiBody(site));
  app.all('*', (context) => callMock(site, context));
  return app;
}

/** Sends one response; a JSON text is written at once. */
export function send(response: Response, env: HttpBindings): Response | Promise<Response> {
  if (response === RESPONSE_ALREADY_SENT) return response;
  if (endsEarly(response, env)) return sendBeforeClosing(response, env);
  const text = jsonTextOf(response);
  if (text === undefined) return response;
  write(env.outgoing, response, text);
  return RESPONSE_ALREADY_SENT;
}
