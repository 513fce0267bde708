import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countImports } from './bundles.ts';
import type { Counts } from './instruments.ts';

/** Counts by what was done, then by what was counted. */
export type Counted = Readonly<Record<string, Counts>>;

const calls = fileURLToPath(new URL('calls.ts', import.meta.url));
const budgetsFile = new URL('budgets.json', import.meta.url);

/** Counts everything: calls in a process of its own, imports and bundles. */
export async function countAll(): Promise<Counted> {
  const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', calls];
  const [{ stdout }, imports] = await Promise.all([
    promisify(execFile)(process.execPath, args),
    countImports(),
  ]);
  return { ...(JSON.parse(stdout) as Counted), ...imports };
}

/** The most that each count may be. */
export function readBudgets(): Counted {
  return JSON.parse(readFileSync(budgetsFile, 'utf8')) as Counted;
}

/** Sets the budgets to what was counted. */
export function writeBudgets(counted: Counted): void {
  writeFileSync(budgetsFile, `${JSON.stringify(counted, undefined, 2)}\n`);
}

/**
 * What is over its budget, one line each. Something that is counted and has no budget has a budget
 * of zero; bytes may exceed theirs by a hundredth, for another version of the compressor.
 */
export function overBudget(counted: Counted, budgets: Counted): string[] {
  return Object.entries(counted).flatMap(([work, counts]) =>
    Object.entries(counts).flatMap(([what, count]) => {
      const budget = budgets[work]?.[what] ?? 0;
      const allowed = what.startsWith('gzip') ? budget * 1.01 : budget;
      return count <= allowed ? [] : [`${work}: ${what}: ${count}, budget ${budget}`];
    }),
  );
}
