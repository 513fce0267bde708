import { startServer } from '../lib/child.ts';
import { type ContenderProcess, startContender } from '../lib/contender.ts';
import { interleaved } from '../lib/rounds.ts';
import { atLeast, atMost, type Row, ratioRow } from '../lib/row.ts';

/** The clients that `peers/contender` knows. */
const CLIENTS = [
  'bare fetch',
  'fetch + zod',
  'ky + zod',
  'node:http Agent',
  'undici Pool',
  'stripe (node:http)',
  'stripe (fetch)',
  'openai',
  'workos',
  'SDK, default',
  'SDK, fetch',
  'SDK, undici',
] as const;

const SEQUENTIAL = { calls: 250, atOnce: 1 };
const CONCURRENT = { calls: 2_000, atOnce: 64 };

/**
 * One GET of a card over loopback: one after the other, and 64 at once. Each client has a process of
 * its own, as it has at its users: in a process with a dozen clients, each slows the others down.
 */
export async function getRows(): Promise<Row[]> {
  const server = await startServer('programs/constant-server');
  const started = new Map<string, ContenderProcess>();
  for (const name of CLIENTS) started.set(name, await startContender(name, server.url));
  const all = [...started.values()];
  const pool = ['undici Pool', 'SDK, undici'].flatMap((name) => started.get(name) ?? []);
  const sequential = await interleaved(
    15,
    all.map((client) => client.contender(SEQUENTIAL)),
    8,
  );
  const concurrent = await interleaved(
    11,
    all.map((client) => client.contender(CONCURRENT)),
  );
  const againstPool = await interleaved(
    11,
    pool.map((client) => client.contender(CONCURRENT)),
  );
  await Promise.all(all.map((client) => client.close()));
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
