import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes a request on; rejects if its response does not arrive. */
function send(incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { url = '', method, headers } = incoming;
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false };
    request(url, options, resolve).on('error', reject).end(body);
  });
}

/** Passes requests on, each up to `attempts` times, as a proxy that repeats POST does. */
export async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  attempts: number,
): Promise<void> {
  const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const response = await send(incoming, body);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      return;
    } catch {
      // The next attempt follows, or the connection ends.
    }
  }
  outgoing.destroy();
}

/** Starts an HTTP proxy on loopback, which this process then uses. */
export async function useProxy(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
): Promise<void> {
  const proxy = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  for (const name of ['NO_PROXY', 'no_proxy', 'http_proxy']) delete process.env[name];
}
