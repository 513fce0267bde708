import { Agent, get as httpGet } from 'node:http';
import { Card } from '@org/payments-contract';
import { createPaymentsClient } from '@org/payments-sdk';
import { undiciTransport } from '@org/payments-sdk/undici';
import ky from 'ky';
import { Pool } from 'undici';
import { startServer } from '../lib/child.ts';
import { type Contender, interleaved, p50, perSecond } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratios } from '../lib/row.ts';

const path = '/2025-10-13/cards/Card:7c1e';
const headers = { authorization: 'Basic dG9rZW46c2VjcmV0', accept: 'application/json' };

function viaNodeHttp(url: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    httpGet(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      response.on('error', reject);
    }).on('error', reject);
  });
}

function contenders(origin: string, pool: Pool, agent: Agent) {
  const url = `${origin}${path}`;
  const options = { baseUrl: `${origin}/2025-10-13`, tokenId: 'token', clientSecret: 'secret' };
  const transport = undiciTransport();
  const overKy = createPaymentsClient(options);
  const overUndici = createPaymentsClient({ ...options, transport });
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'bare fetch': async () => (await fetch(url, { headers })).json(),
    'fetch + zod': async () => Card.parse(await (await fetch(url, { headers })).json()),
    'ky + zod': async () => Card.parse(await ky(url, { headers, retry: 0, timeout: false }).json()),
    'node:http Agent': () => viaNodeHttp(url, agent),
    'undici Pool': async () => (await pool.request({ method: 'GET', path, headers })).body.json(),
    'SDK, default': () => overKy.cards.get({ id: 'Card:7c1e' }),
    'SDK, undici': () => overUndici.cards.get({ id: 'Card:7c1e' }),
  };
  return { works: Object.entries(works), close: () => transport.close() };
}

/** One GET of a card over loopback: one after the other, and 64 at once. */
export async function getRows(): Promise<Row[]> {
  const server = await startServer('constant-server');
  const pool = new Pool(server.url, { connections: 64 });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { works, close } = contenders(server.url, pool, agent);
  const row = (measure: (work: () => Promise<unknown>) => Contender['measure']) =>
    works.map(([name, work]) => ({ name, measure: measure(work) }));
  const sequential = await interleaved(
    15,
    row((work) => p50(250, work)),
  );
  const concurrent = await interleaved(
    11,
    row((work) => perSecond(2_000, 64, work)),
  );
  await Promise.all([close(), pool.close(), server.close()]);
  agent.destroy();
  return [
    ratios('one GET of a card, sequential, validated', 'µs', sequential, {
      'SDK, default': atMost(1.55),
      'SDK, undici': atMost(0.8),
    }),
    ratios('the same, 64 at once', 'per s', concurrent, {
      'SDK, default': atLeast(0.65),
      'SDK, undici': atLeast(1.8),
    }),
  ];
}
