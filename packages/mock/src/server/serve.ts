import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { jsonTextOf } from '../engine/json-response.ts';
import { type Truncation, truncationOf } from '../faults/truncate.ts';
import { inspectorAsset, inspectorPage } from '../inspector/assets.ts';
import type { Mock } from '../mock.ts';
import { BodyTooLarge, withinLimit } from './body-limit.ts';
import { CONTROL_PREFIX, type ControlApi } from './control/control-api.ts';
import { refusalOf } from './control/guard.ts';
import { type AllowedOrigins, preflight, shareWith } from './cors.ts';

/** What the requests of a server are answered with. */
export interface Site {
  readonly mock: Mock;
  readonly control: ControlApi;
  readonly hostname: string;
  readonly cors: AllowedOrigins;
  /** Bytes. */
  readonly bodyLimit: number;
}

/** Promises the whole body, writes a part of it and drops the connection. */
function breakOff(outgoing: ServerResponse, response: Response, truncation: Truncation): void {
  const headers = { ...Object.fromEntries(response.headers), 'content-length': truncation.length };
  outgoing.writeHead(response.status, headers);
  outgoing.write(truncation.bytes, () => outgoing.destroy());
}

/** Writes head and body at once, which takes half the time of passing on a stream. */
function write(outgoing: ServerResponse, { status, headers }: Response, text: string): void {
  const fields = Object.fromEntries(headers);
  outgoing.writeHead(status, { ...fields, 'content-length': Buffer.byteLength(text) });
  outgoing.end(text);
}

/** Hands a request to the mock; where the mock breaks the connection, so does the server. */
async function answerApi(
  site: Site,
  request: Request,
  outgoing: ServerResponse,
): Promise<Response> {
  try {
    const response = await site.mock.fetch(request);
    if (site.cors !== false) shareWith(request, response, site.cors);
    const truncation = truncationOf(response);
    const text = jsonTextOf(response);
    if (truncation !== undefined) breakOff(outgoing, response, truncation);
    else if (text !== undefined) write(outgoing, response, text);
    else return response;
  } catch {
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

async function answerControl(site: Site, request: Request, path: string): Promise<Response> {
  const refusal = refusalOf(request, site);
  if (refusal !== undefined) return Response.json({ message: refusal }, { status: 403 });
  const asset = await inspectorAsset(path.slice(CONTROL_PREFIX.length));
  const response = asset ?? (await site.control.fetch(request));
  if (site.cors !== false) shareWith(request, response, site.cors);
  return response;
}

function isPageRequest({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('accept')?.includes('text/html') === true;
}

/** The path of a URL, without parsing the whole of it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** Answers one request to the server: the inspector, the control API or the API itself. */
export async function serve(
  site: Site,
  request: Request,
  outgoing: ServerResponse,
): Promise<Response> {
  const asked = preflight(request, site.cors);
  if (asked !== undefined) return asked;
  try {
    const limited = await withinLimit(request, site.bodyLimit);
    const path = pathOf(request.url);
    if (path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`)) {
      return await answerControl(site, limited, path);
    }
    if (path === '/' && isPageRequest(request)) return inspectorPage();
    return await answerApi(site, limited, outgoing);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    const message = `The body is larger than ${site.bodyLimit} bytes.`;
    return Response.json({ message }, { status: 413, headers: { Connection: 'close' } });
  }
}
