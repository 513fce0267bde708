import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respond } from './backend.ts';
import { send, toRequest } from './http.ts';

/** Serves the backend on a free port, sends the port to the parent process, and ends with it. */
const server = createServer((incoming, outgoing) => {
  const responded = async () => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    await send(await respond(await toRequest(incoming, url)), outgoing);
  };
  responded().catch((error: unknown) => outgoing.writeHead(500).end(String(error)));
});
// A connection that closes while the next request is sent would fail a test.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
