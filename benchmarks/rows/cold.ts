import { runProgram, startServer, wholeProcess } from '../lib/child.ts';
import { interleaved, median } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow, valueRow } from '../lib/row.ts';

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

const imports = [
  'ky',
  'zod',
  '@workos-inc/node',
  'stripe',
  'openai',
  '@org/payments-crypto',
  '@org/payments-sdk',
];

/** Measures the time of an import, compared with bare Node. */
export async function importRow(): Promise<Row> {
  const series = await interleaved(
    11,
    imports.map((name) => ({
      name,
      measure: () => ({ wall: Number(runProgram('peers/import-of', name).output) }),
    })),
    1,
  );
  const values = new Map(
    [...series].map(([name, samples]) => [name, median(samples.map(({ wall }) => wall))]),
  );
  const targets = { '@org/payments-sdk': atMost(16) };
  return valueRow({ id: 'import', work: 'Import over bare Node', unit: 'ms', targets }, values);
}
