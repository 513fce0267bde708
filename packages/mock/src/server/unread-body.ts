import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** A connection that carries more unread bytes than these is dropped. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Drains the unread rest of a request's body, so that the connection can carry the next request. Its
 * only time limit is the server's for a whole request: late bytes may still be on their way.
 */
export function drainBody(incoming: IncomingMessage): Promise<void> {
  if (!hasBody(incoming) || incoming.readableEnded || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    // A paused stream would block draining.
    incoming.removeAllListeners('data');
    incoming.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > MAX_DRAINED_BYTES) incoming.destroy();
    });
    incoming.once('end', resolve).once('close', resolve);
    incoming.resume();
  });
}

/** Returns whether a connection ends with a response although its request is still arriving. */
export function endsEarly({ headers }: Response, { incoming, outgoing }: HttpBindings): boolean {
  const isLast = headers.get('connection') === 'close' || !outgoing.shouldKeepAlive;
  return isLast && hasBody(incoming) && !incoming.complete;
}

/**
 * Sends a whole response, drains the rest of the request, and closes the connection afterwards. A
 * connection that is closed while bytes arrive is reset, and the client may lose the response.
 */
export async function sendBeforeClosing(
  response: Response,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, { ...headers, 'content-length': body.length });
  outgoing.write(body);
  await drainBody(incoming);
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}
