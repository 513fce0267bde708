import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { HttpRefusal } from '../errors/mcp-errors.ts';

/** The refusals of the protocol's SDK, by their status, with a code and an action. */
const refusals: Readonly<Record<number, (message: string | undefined) => HttpRefusal>> = {
  400: (message) => new HttpRefusal('INVALID_MESSAGE', message),
  404: (message) => new HttpRefusal('UNKNOWN_SESSION', message),
  406: (message) => new HttpRefusal('NOT_ACCEPTABLE', message),
  409: (message) => new HttpRefusal('STREAM_IN_USE', message),
  413: (message) => new HttpRefusal('BODY_TOO_LARGE', message),
  415: (message) => new HttpRefusal('UNSUPPORTED_MEDIA_TYPE', message),
};

/** The error for a response of the protocol's SDK that is a refusal. Its message names the problem. */
async function refusalOf(reply: Response): Promise<Error> {
  const body: unknown = await reply.json().catch(() => undefined);
  const { error } = Object(body) as { readonly error?: { readonly message?: unknown } };
  const message = typeof error?.message === 'string' ? error.message : undefined;
  return refusals[reply.status]?.(message) ?? new Error(message ?? `status ${reply.status}`);
}

function webRequest({ method = 'GET', headers, url = '/' }: IncomingMessage): Request {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, 'http://localhost'), { method, headers: own });
}

/**
 * Has the protocol's SDK respond to a request, whose body was read already.
 *
 * @throws HttpRefusal where the SDK refuses it
 */
export async function exchange(
  transport: WebStandardStreamableHTTPServerTransport,
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody?: unknown,
): Promise<void> {
  const reply = await transport.handleRequest(webRequest(request), { parsedBody });
  if (!reply.ok) throw await refusalOf(reply);
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.body === null) {
    response.end();
    return;
  }
  // A stream may be silent for long, and its client waits for the headers.
  response.flushHeaders();
  // The types of the platform and of Node.js describe the same stream differently.
  await pipeline(Readable.fromWeb(reply.body as unknown as ReadableStream), response);
}
