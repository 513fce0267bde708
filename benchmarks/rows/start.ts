import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, wholeProcess } from '../processes.ts';
import { interleaved } from '../rounds.ts';
import { atMost, type Row } from '../table.ts';

/** From the start of a process to the end of its first call. */
export async function coldRows(): Promise<Row[]> {
  const server = await startServer('constant-server');
  using cache = mkdtempDisposableSync(join(tmpdir(), 'compile-cache-'));
  const clients = ['bare fetch', 'ky', 'workos', 'stripe (node:http)', 'openai', 'SDK, default'];
  const contenders = clients.map((name) => ({ name, measure: wholeProcess(name, server.url) }));
  // The warm-up fills the cache.
  const cached = ['bare fetch', 'SDK, default'].map((name) => ({
    name: `${name}, compile cache`,
    measure: wholeProcess(name, server.url, cache.path),
  }));
  const series = await interleaved(15, [...contenders, ...cached], 1);
  await server.close();
  const work = 'Cold process to the first response';
  return [{ work, unit: 'ms', series, targets: { 'SDK, default': atMost(1) } }];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Programs of a consumer, type-checked against the built packages. */
const programs = {
  'no import': 'export const limit: number = 42;',
  workos: `import { WorkOS } from '@workos-inc/node';
export const organization = await new WorkOS('sk').organizations.getOrganization('org');`,
  openai: `import OpenAI from 'openai';
export const model = await new OpenAI().models.retrieve('model');`,
  stripe: `import Stripe from 'stripe';
export const customer = await new Stripe('sk').customers.retrieve('cus');`,
  SDK: `import { createPaymentsClient } from '@org/payments-sdk';
export const card = await createPaymentsClient().cards.get({ id: 'Card:1' });`,
};

const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023'];
const resolution = ['--module', 'nodenext', '--lib', 'es2023,dom'];

function check(file: string): number {
  const start = performance.now();
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, ...flags, ...resolution, file];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The program does not compile: ${stdout}`);
  return performance.now() - start;
}

/** The wall time of the compiler on a program with one call. */
export async function typeCheckRows(): Promise<Row[]> {
  // Below the peers, so that every library is found from there.
  using folder = mkdtempDisposableSync(join(root, 'benchmarks/peers/type-check-'));
  const contenders = Object.entries(programs).map(([name, text], index) => {
    const file = join(folder.path, `program-${index}.mts`);
    writeFileSync(file, text);
    return { name, measure: () => ({ wall: check(file) }) };
  });
  const series = await interleaved(5, contenders, 1);
  const work = 'Type check of a consumer with one call';
  return [{ work, unit: 'ms', series, targets: { SDK: atMost(1.25) } }];
}
