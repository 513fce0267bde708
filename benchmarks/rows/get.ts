import { type ClientProcess, startClient, startServer } from '../processes.ts';
import { interleaved } from '../rounds.ts';
import { atLeast, atMost, type Row } from '../table.ts';

/** The clients that `peers/client` knows. */
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
  const server = await startServer('constant-server');
  const clients: ClientProcess[] = [];
  for (const name of CLIENTS) clients.push(await startClient(name, server.url));
  const contenders = (turn: typeof SEQUENTIAL) => clients.map((client) => client.contender(turn));
  const sequential = await interleaved(15, contenders(SEQUENTIAL), 8);
  const concurrent = await interleaved(11, contenders(CONCURRENT));
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
  return [
    {
      work: 'One GET of a 600-byte card, sequential, validated',
      unit: 'µs',
      series: sequential,
      targets: {
        'SDK, default': atMost(1),
        'SDK, fetch': atMost(1.65),
        'SDK, undici': atMost(0.8),
      },
    },
    {
      work: 'The same GET, 64 at once',
      unit: 'per s',
      series: concurrent,
      targets: { 'SDK, default': atLeast(0.95) },
    },
  ];
}
