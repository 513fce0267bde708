import { runProgram, startServer, wholeProcess } from '../lib/child.ts';
import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow } from '../lib/row.ts';

const clients = ['bare fetch', 'ky', 'workos', 'stripe', 'openai', 'SDK'];

/** From the start of a process to the end of its first call. */
export async function coldRow(): Promise<Row> {
  const server = await startServer('programs/constant-server');
  const series = await interleaved(
    15,
    clients.map((name) => ({ name, measure: wholeProcess('peers/cold', name, server.url) })),
    1,
  );
  await server.close();
  const work = 'Cold process to the first response';
  return ratioRow({ id: 'cold', work, unit: 'ms', targets: { SDK: atMost(1) } }, series);
}

/** The first one is what the others are compared with. */
const imports = [
  'stripe',
  'ky',
  'zod',
  '@workos-inc/node',
  'openai',
  '@org/payments-crypto',
  '@org/payments-sdk',
];

/** The time of an import above that of bare Node. */
export async function importRow(): Promise<Row> {
  const series = await interleaved(
    11,
    imports.map((name) => ({
      name,
      measure: () => ({ wall: Number(runProgram('peers/import-time', name).output) }),
    })),
    1,
  );
  const targets = { '@org/payments-sdk': atMost(0.25) };
  return ratioRow({ id: 'import', work: 'Import over bare Node', unit: 'ms', targets }, series);
}
