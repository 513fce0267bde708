import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPaymentsError } from '@org/payments-sdk';
import type { RunProgress } from '@org/payments-sdk/run';
import { hostOf } from '../../../../host-header.ts';
import { contentPolicy, figures, runPage } from './run-page.ts';

/** The page of a run. */
export interface ServedRun {
  /** With the token that opens it. */
  readonly address: string;
  close(): Promise<void>;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Names of this machine: a page elsewhere cannot reach the server under a name of its own. */
const isOwnName = (request: IncomingMessage) =>
  ['127.0.0.1', 'localhost'].includes(hostOf(request).replace(/:\d+$/, ''));

/**
 * Serves the figures of a run on loopback, to whoever has the address. They hold amounts and the ids of
 * rows, and no account and no secret.
 *
 * @param total the rows of the file
 */
export async function serveRun(
  run: { progress(): Promise<RunProgress> },
  total: number,
): Promise<ServedRun> {
  const path = `/${randomBytes(16).toString('base64url')}/`;
  const respond = async ({ url }: IncomingMessage, response: ServerResponse) => {
    const render = url === path ? runPage : url === `${path}figures` ? figures : undefined;
    if (render === undefined) return void response.writeHead(404).end();
    try {
      const progress = await run.progress();
      const text = render(progress, Math.max(total, progress.items));
      response.writeHead(200, headers).end(text);
    } catch (error) {
      const code = isPaymentsError(error) ? error.code : 'an error';
      response.writeHead(503).end(`The state cannot be read: ${code}.`);
    }
  };
  const server = createServer((request, response) => {
    if (isOwnName(request) && request.method === 'GET') void respond(request, response);
    else response.writeHead(403, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
