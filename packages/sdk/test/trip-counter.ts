import { once } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '../src/index.ts';
import { card, challenge } from './scripted-service.ts';

/**
 * Prints, as JSON, how many files and functions of the SDK one call of each kind runs, as V8 counts
 * them, with a client that has made the call before. A process of its own, because vitest adds functions to
 * the modules that it loads.
 */
const expiresAt = new Date(Date.now() + 300_000).toISOString();
const updatedAt = new Date().toISOString();
const server = createServer((request, response) => {
  const isSigned = request.headers['service-wallet-signature'] !== undefined;
  const isFirstLeg = request.method === 'PATCH' && !isSigned;
  request.resume();
  response.writeHead(isFirstLeg ? 202 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isFirstLeg ? { ...challenge, expiresAt } : { ...card, updatedAt }));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
const baseUrl = `http://127.0.0.1:${port}/2025-10-13`;

const mock = createMock();
const { id } = mock.add.card();
const inProcess = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
const overHttp = createPaymentsClient({ baseUrl, tokenId: 'id', clientSecret: 'secret' });
const stamper = { stamp: async () => 'stamp' };
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'read, fetch': () => inProcess.cards.get({ id }),
  'read, default transport': () => overHttp.cards.get({ id: card.id }),
  'signed change, default transport': () =>
    overHttp.cards.update({ id: card.id, state: 'FROZEN' }, { stamper }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

async function countedTrip(call: () => Promise<unknown>) {
  for (let time = 0; time < 10; time += 1) await call();
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result
    .filter(({ url }) => url.includes('/packages/sdk/src/'))
    .map(({ url, functions }) => {
      const called = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
      return { url, names: called.map(({ functionName }) => functionName) };
    })
    .filter(({ names }) => names.length > 0);
  if (process.argv.includes('--list')) console.error(ran);
  return { files: ran.length, functions: ran.flatMap(({ names }) => names).length };
}

const counts: Record<string, object> = {};
for (const [name, call] of Object.entries(calls)) counts[name] = await countedTrip(call);
console.log(JSON.stringify(counts));
process.exit(0);
