import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow } from '../lib/row.ts';

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
export async function typeCheckRow(): Promise<Row> {
  // Below the peers, so that every library is found from there.
  const folder = mkdtempSync(join(root, 'benchmarks/peers/type-check-'));
  try {
    const contenders = Object.entries(programs).map(([name, text], index) => {
      const file = join(folder, `program-${index}.mts`);
      writeFileSync(file, text);
      return { name, measure: () => ({ wall: check(file) }) };
    });
    const series = await interleaved(5, contenders, 1);
    const work = 'Type check of a consumer with one call';
    return ratioRow({ id: 'types', work, unit: 'ms', targets: { SDK: atMost(1.25) } }, series);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
