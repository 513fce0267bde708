import { Agent } from 'node:http';
import { Card } from '@org/payments-contract';
import { createPaymentsClient } from '@org/payments-sdk';
import { undiciTransport } from '@org/payments-sdk/undici';
import { startServer } from '../lib/child.ts';
import { peers } from '../lib/peers.ts';
import { type Contender, interleaved, p50, perSecond } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratioRow } from '../lib/row.ts';

const path = '/2025-10-13/cards/Card:7c1e';
const headers = { authorization: 'Basic dG9rZW46c2VjcmV0', accept: 'application/json' };

type Works = Readonly<Record<string, () => Promise<unknown>>>;

function sdkWorks(origin: string, transport: ReturnType<typeof undiciTransport>): Works {
  const options = { baseUrl: `${origin}/2025-10-13`, tokenId: 'token', clientSecret: 'secret' };
  const input = { id: 'Card:7c1e' };
  const byDefault = createPaymentsClient(options);
  const overFetch = createPaymentsClient({ ...options, fetch: globalThis.fetch });
  const overUndici = createPaymentsClient({ ...options, transport });
  return {
    'SDK, default': () => byDefault.cards.get(input),
    'SDK, fetch': () => overFetch.cards.get(input),
    'SDK, undici': () => overUndici.cards.get(input),
  };
}

function contenders(works: Works, measure: (work: () => Promise<unknown>) => Contender['measure']) {
  return Object.entries(works).map(([name, work]) => ({ name, measure: measure(work) }));
}

/** One GET of a card over loopback: one after the other, and 64 at once. */
export async function getRows(): Promise<Row[]> {
  const server = await startServer('programs/constant-server');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const transport = undiciTransport();
  const { peerClients } = await peers.clients();
  const facts = { origin: server.url, path, headers, agent };
  const { works, close } = peerClients(facts, (value) => Card.parse(value));
  const sdk = sdkWorks(server.url, transport);
  const all = { ...works, ...sdk };
  const pool =
    works['undici Pool'] ?? (() => Promise.reject(new Error('The undici pool has not been made.')));
  const concurrently = (work: () => Promise<unknown>) => perSecond(2_000, 64, work);
  const sequential = await interleaved(
    15,
    contenders(all, (work) => p50(250, work)),
    8,
  );
  const concurrent = await interleaved(11, contenders(all, concurrently));
  const ofPool = { 'undici Pool': pool, 'SDK, undici': sdk['SDK, undici'] ?? pool };
  const againstPool = await interleaved(11, contenders(ofPool, concurrently));
  await Promise.all([close(), transport.close()]);
  agent.destroy();
  await server.close();
  return [
    ratioRow(
      {
        id: 'get',
        work: 'One GET of a 600-byte card, sequential, validated',
        unit: 'µs',
        targets: {
          'SDK, default': atMost(1),
          'SDK, fetch': atMost(1.65),
          'SDK, undici': atMost(0.8),
        },
      },
      sequential,
    ),
    ratioRow(
      {
        id: 'get-64',
        work: 'The same GET, 64 at once',
        unit: 'per s',
        targets: { 'SDK, default': atLeast(0.95) },
      },
      concurrent,
    ),
    ratioRow(
      {
        id: 'get-64-pool',
        work: 'The same GET, 64 at once, against the pool it uses',
        unit: 'per s',
        targets: { 'SDK, undici': atLeast(0.65) },
      },
      againstPool,
    ),
  ];
}
