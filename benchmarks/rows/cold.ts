import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJavaScript, runProgram, startServer, wholeProcess } from '../lib/child.ts';
import type { Contender } from '../lib/rounds.ts';
import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow } from '../lib/row.ts';

const clients = ['bare fetch', 'ky', 'workos', 'stripe', 'openai', 'SDK'];

/** Node keeps what it has compiled in the folder; the warm-up fills it. */
function withCompileCache(name: string, folder: string, measure: Contender['measure']): Contender {
  return {
    name: `${name}, compile cache`,
    measure: async () => {
      process.env.NODE_COMPILE_CACHE = folder;
      try {
        return await measure();
      } finally {
        delete process.env.NODE_COMPILE_CACHE;
      }
    },
  };
}

/** From the start of a process to the end of its first call. */
export async function coldRow(): Promise<Row> {
  const server = await startServer('programs/constant-server');
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'));
  const program = asJavaScript('peers/cold');
  const contenders = clients.map((name) => ({
    name,
    measure: wholeProcess(program, name, server.url),
  }));
  const cached = ['bare fetch', 'SDK'].map((name) =>
    withCompileCache(name, cache, wholeProcess(program, name, server.url)),
  );
  const series = await interleaved(15, [...contenders, ...cached], 1);
  await server.close();
  rmSync(cache, { recursive: true, force: true });
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
