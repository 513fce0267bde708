import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Counts, countWork, installCounters } from './instruments.ts';

/**
 * Prints, as JSON, what one call of each kind creates, with the SDK in the named bundle. Runs in
 * its own process because it changes globals.
 */
installCounters();

const { exampleOf } = await import('@org/payments-contract/examples');
const { createPaymentsClient } = (await import(
  process.argv[2] ?? ''
)) as typeof import('@org/payments-sdk');
const { createMock } = await import('@org/payments-mock');
const { generateClientKey, importSessionKey, openSealedKey, sealSessionKey } = await import(
  '@org/payments-crypto'
);

const card = JSON.stringify(exampleOf('cards.get').result);
const challenge = JSON.stringify({
  payloadToSign: 'x'.repeat(600),
  requestId: 'Request:0f8fad5b-d9cb-469f-a165-70867728950e',
  expiresAt: '2126-01-05T09:05:00Z',
});

/** A server in another thread, so that its objects are not counted. */
const server = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads');
   const server = require('node:http').createServer((request, response) => {
     request.resume();
     response.writeHead(200, { 'content-type': 'application/json' });
     response.end(workerData);
   });
   server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
  { eval: true, workerData: card },
);
const [port] = (await once(server, 'message')) as [number];

const headers = { 'content-type': 'application/json' };
/** Creates no object but the response, so that the others are the client's. */
const respond = async (input: unknown, init?: RequestInit): Promise<Response> => {
  const sent = input instanceof Request ? input : init;
  const names = Object.keys(sent?.headers ?? {}).map((name) => name.toLowerCase());
  const isStamped =
    sent?.headers instanceof Headers
      ? sent.headers.has('service-wallet-signature')
      : names.includes('service-wallet-signature');
  const isFirstLeg = sent?.method === 'PATCH' && !isStamped;
  return new Response(isFirstLeg ? challenge : card, { status: isFirstLeg ? 202 : 200, headers });
};

const credentials = { tokenId: 'token', clientSecret: 'secret' };
const stamper = await importSessionKey(new Uint8Array(32).fill(7));
const given = createPaymentsClient({
  baseUrl: 'https://service.test/2025-10-13',
  ...credentials,
  stamper,
  fetch: respond,
});
const byDefault = createPaymentsClient({
  baseUrl: `http://127.0.0.1:${port}/2025-10-13`,
  ...credentials,
});
const mock = createMock(credentials);
const { id } = mock.add.card();
const authorization = `Basic ${btoa('token:secret')}`;
const clientKey = await generateClientKey();
const sealed = await sealSessionKey(new Uint8Array(32).fill(7), clientKey.publicKey);

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  'sdk: GET, fetch given': () => given.cards.get({ id: 'Card:7c1e' }),
  'sdk: GET, default transport': () => byDefault.cards.get({ id: 'Card:7c1e' }),
  'sdk: signed change, fetch given': () => given.cards.update({ id: 'Card:7c1e', state: 'FROZEN' }),
  'mock: GET in process': async () => {
    const url = `${mock.connection.baseUrl}/cards/${id}`;
    return (await mock.fetch(new Request(url, { headers: { authorization } }))).json();
  },
  'crypto: open a sealed key': () => openSealedKey(sealed, clientKey),
  'crypto: stamp': () => stamper.stamp('payload'),
};

const counts: Record<string, Counts> = {};
for (const [name, work] of Object.entries(works)) counts[name] = await countWork(work);
console.log(JSON.stringify(counts));
process.exit(0);
