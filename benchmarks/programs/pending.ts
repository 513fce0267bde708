import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type * as Sdk from '@org/payments-sdk';

/**
 * Prints the kilobytes of heap for each of 10,000 calls at once: `pending.ts <SDK> <transport>`. A
 * process of its own, because what an earlier measurement leaves behind is freed late.
 */
const [sdk = '', transport = ''] = process.argv.slice(2);
const { createPaymentsClient } = (await import(sdk)) as typeof Sdk;

type Options = NonNullable<Parameters<typeof createPaymentsClient>[0]>;

const CALLS = 10_000;

/** A service that refuses the first request, and whose later responses never come. */
interface Service {
  readonly options: Options;
  /** When the later requests have arrived at it. */
  readonly arrived: Promise<unknown>;
  /** Ends the requests. */
  close(): Promise<unknown>;
}

/** A service over loopback, in a thread of its own, so that none of its memory is counted. */
async function overLoopback(): Promise<Service> {
  const server = new Worker(
    `const { parentPort } = require('node:worker_threads');
     let requests = 0;
     const server = require('node:http').createServer((request, response) => {
       request.resume();
       requests += 1;
       if (requests === 1) response.writeHead(404).end();
       if (requests === 65) parentPort.postMessage('arrived');
     });
     // On a busy machine the connection of the first request would be closed while it is used again.
     server.keepAliveTimeout = 0;
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const [port] = (await once(server, 'message')) as [number];
  return {
    options: { baseUrl: `http://127.0.0.1:${port}/2025-10-13` },
    arrived: once(server, 'message'),
    close: () => server.terminate(),
  };
}

function overFetch(): Service {
  const pending: (() => void)[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  let requests = 0;
  return {
    options: {
      baseUrl: 'https://service.test/2025-10-13',
      async fetch() {
        requests += 1;
        if (requests === 1) return new Response(null, { status: 404 });
        if (requests === CALLS + 1) arrive();
        return new Promise<Response>((_, reject) => {
          // Kept, as a socket would keep it.
          pending.push(() => reject(new TypeError('fetch failed')));
        });
      },
    },
    arrived,
    async close() {
      for (const end of pending) end();
    },
  };
}

/** The services by the name of the transport that they are called over. */
const services: Readonly<Record<string, () => Service | Promise<Service>>> = {
  'fetch given': overFetch,
  'default transport': overLoopback,
};

function heapKilobytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1000;
}

const start = services[transport];
if (start === undefined) throw new Error(`"${transport}" is not one of ${Object.keys(services)}.`);
const { options, arrived, close } = await start();
const payments = createPaymentsClient({
  ...options,
  tokenId: 'token',
  clientSecret: 'secret',
  retry: 0,
});
const get = () => payments.cards.get({ id: 'Card:7c1e' });
await get().catch(() => undefined);
const before = heapKilobytes();
const calls = Array.from({ length: CALLS }, get);
await arrived;
console.log((heapKilobytes() - before) / CALLS);
await Promise.all([close(), Promise.allSettled(calls)]);
process.exit(0);
