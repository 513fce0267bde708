import { createServer, request as forward } from 'node:http';
import { serve, type TestServer } from './relay-server.ts';

/** A proxy that passes every request to the next server. */
export interface RoundRobin extends TestServer {
  /** Which server each request went to, in order. */
  readonly turns: readonly { readonly path: string; readonly port: number }[];
}

/** Starts a proxy that passes each request to the next of several servers. */
export async function roundRobin(ports: readonly number[]): Promise<RoundRobin> {
  const turns: { path: string; port: number }[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming;
    const port = ports[turns.length % ports.length] ?? 0;
    turns.push({ path, port });
    const target = forward({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    target.on('error', () => outgoing.destroy());
    incoming.pipe(target);
  });
  return { ...(await serve(server)), turns };
}
