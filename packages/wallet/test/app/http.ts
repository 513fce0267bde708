import type { IncomingMessage, ServerResponse } from 'node:http';

async function read(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Converts a request of Node to one of the platform, with method, type, origin and body. */
export async function toRequest(incoming: IncomingMessage, url: URL): Promise<Request> {
  const { method = 'GET', headers } = incoming;
  const { 'content-type': type = '', origin } = headers;
  const init = { method, headers: { 'content-type': type, ...(origin && { origin }) } };
  return method === 'GET'
    ? new Request(url, init)
    : new Request(url, { ...init, body: await read(incoming) });
}

/** Sends a `Response` as a Node response. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
