import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { arrivedAt } from '../faulty-server.ts';
import { Ledger } from '../ledger.ts';
import { SERVICE_PORT } from './network.ts';
import type { FromService, ToService } from './stage.ts';

/**
 * The service in its namespace, in its own process. It applies every request that arrives, or holds
 * back those that it is configured to hold.
 */
const ledger = new Ledger();
const held = new Set<string>();
let plan: Extract<ToService, { legs: object }> = { legs: {}, hold: false, close: false };
let lastArrival = 0;

const say = (message: FromService): void => void process.send?.(message);

const server = createServer(
  {
    key: readFileSync(process.env.KERNEL_FAULTS_KEY ?? ''),
    cert: readFileSync(process.env.KERNEL_FAULTS_CERT ?? ''),
    keepAliveTimeout: 60_000,
  },
  async (request, response) => {
    lastArrival = Date.now();
    const arrived = await arrivedAt(request);
    if (arrived === undefined) return;
    const { leg, path } = arrived;
    const marker = Object.keys(plan.legs).find((name) => path.includes(`:${name}`)) ?? '';
    if (plan.legs[marker] === leg) {
      say({ arrived: marker });
      if (held.delete(marker)) return;
    }
    const { status, headers, text } = ledger.act(arrived);
    response.shouldKeepAlive = !plan.close;
    response.writeHead(status, { ...headers }).end(text);
  },
);
server.on('connection', (socket) => socket.on('error', () => undefined));
server.on('tlsClientError', () => undefined);

/** Reports when no request has arrived for a while. */
function whenQuiet(since: number, milliseconds: number): void {
  const left = Math.max(since, lastArrival) + milliseconds - Date.now();
  if (left <= 0) say({ isQuiet: true });
  else setTimeout(() => whenQuiet(since, milliseconds), left);
}

process.on('message', (message: ToService) => {
  if ('legs' in message) {
    plan = message;
    held.clear();
    if (plan.hold) for (const marker of Object.keys(plan.legs)) held.add(marker);
    say({ planned: true });
  } else if ('quiet' in message) whenQuiet(Date.now(), message.quiet);
  else say({ applied: message.count.map((marker) => ledger.applied(marker)) });
});
process.on('disconnect', () => process.exit());
server.listen(SERVICE_PORT, '0.0.0.0', 4096, () => say({ listening: true }));
