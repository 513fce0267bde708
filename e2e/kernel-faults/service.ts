import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { Ledger } from '../faults/ledger.ts';
import { SERVICE_PORT } from './network.ts';
import type { FromService, ToService } from './service-process.ts';

/**
 * The service in its namespace, in its own process. It applies every request that arrives, or holds
 * back those that it is configured to hold.
 */
const ledger = new Ledger();
const heldMarkers = new Set<string>();
let closing = false;
let lastArrival = 0;
let legs: Readonly<Record<string, 1 | 2>> = {};

const say = (message: FromService): void => void process.send?.(message);

const server = createServer(
  {
    key: readFileSync(process.env.KERNEL_FAULTS_KEY ?? ''),
    cert: readFileSync(process.env.KERNEL_FAULTS_CERT ?? ''),
    keepAliveTimeout: 60_000,
  },
  async (request, response) => {
    const { method = '', url = '', headers } = request;
    lastArrival = Date.now();
    try {
      for await (const _chunk of request);
    } catch {
      return;
    }
    const leg = headers['service-wallet-signature'] === undefined ? 1 : 2;
    const marker = Object.keys(legs).find((name) => url.includes(`:${name}`)) ?? '';
    if (legs[marker] === leg) {
      say({ arrived: marker });
      if (heldMarkers.delete(marker)) return;
    }
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const { status, headers: fields, text } = ledger.act({ method, path: url, header });
    response.shouldKeepAlive = !closing;
    response.writeHead(status, { ...fields }).end(text);
  },
);
/** Reports when no request has arrived for a while. */
function whenQuiet(since: number, milliseconds: number): void {
  const left = Math.max(since, lastArrival) + milliseconds - Date.now();
  if (left <= 0) say({ isQuiet: true });
  else setTimeout(() => whenQuiet(since, milliseconds), left);
}

server.on('connection', (socket) => socket.on('error', () => undefined));
server.on('tlsClientError', () => undefined);

process.on('message', (message: ToService) => {
  if ('legs' in message) {
    legs = message.legs;
    heldMarkers.clear();
    closing = message.close;
    if (message.hold) for (const marker of Object.keys(legs)) heldMarkers.add(marker);
    say({ planned: true });
  } else if ('quiet' in message) {
    whenQuiet(Math.max(lastArrival, Date.now()), message.quiet);
  } else {
    const applied = Object.fromEntries(
      message.count.map((marker) => [marker, ledger.applied(marker)]),
    );
    say({ applied });
  }
});
process.on('disconnect', () => process.exit());
server.listen(SERVICE_PORT, '0.0.0.0', 4096, () => say({ listening: true }));
