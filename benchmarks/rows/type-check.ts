import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratios } from '../lib/row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Programs of a consumer, type-checked against what is built. */
const programs = {
  'no import': 'export const answer: number = 42;',
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
  const folder = mkdtempSync(join(root, 'benchmarks/type-check-'));
  try {
    const contenders = Object.entries(programs).map(([name, text], index) => {
      const file = join(folder, `program-${index}.mts`);
      writeFileSync(file, text);
      return { name, measure: () => check(file) };
    });
    const values = await interleaved(5, contenders);
    return ratios('type check of a consumer with one call', 'ms', values, { SDK: atMost(1.25) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
