import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type * as Sdk from '@org/payments-sdk';
import { card } from '../lib/samples.ts';

/**
 * Prints the kilobytes of heap that each finished call of 64 at once keeps from the collection of
 * young objects: `finished.ts <SDK>`. An old object that is dead, but points to young ones, keeps
 * them, and each young collection then copies them.
 */
const { createPaymentsClient } = (await import(process.argv[2] ?? '')) as typeof Sdk;

const CALLS = 6_000;
const AT_ONCE = 64;

/** In a thread of its own, so that none of its memory is counted. */
const server = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads');
   const server = require('node:http').createServer((request, response) => {
     request.resume();
     response.writeHead(200, { 'content-type': 'application/json' }).end(workerData);
   });
   server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
  { eval: true, workerData: JSON.stringify(card) },
);
const [port] = (await once(server, 'message')) as [number];
const payments = createPaymentsClient({
  baseUrl: `http://127.0.0.1:${port}/2025-10-13`,
  tokenId: 'token',
  clientSecret: 'secret',
});

async function callUntil(total: number): Promise<void> {
  let calls = 0;
  const worker = async () => {
    for (; calls < total; calls += 1) await payments.cards.get({ id: 'Card:7c1e' });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function heapKilobytes(type: 'minor' | 'major'): number {
  // Twice, because an object that survives one young collection survives no other.
  for (let round = 0; round < 2; round += 1) globalThis.gc?.({ type, execution: 'sync' });
  return process.memoryUsage().heapUsed / 1000;
}

await callUntil(500);
heapKilobytes('major');
await callUntil(CALLS);
const [young, whole] = [heapKilobytes('minor'), heapKilobytes('major')];
console.log((young - whole) / CALLS);
process.exit(0);
