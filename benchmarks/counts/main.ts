import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { finishedKilobytes, pendingKilobytes } from '../lib/pending.ts';
import {
  type Counted,
  notCounted,
  overBudget,
  readBudgets,
  withoutReason,
  writeBudgets,
} from './budgets.ts';
import { countImports, withBundledSdk } from './bundles.ts';

const calls = fileURLToPath(new URL('calls.ts', import.meta.url));

/** Counts what calls create, with the SDK in a bundle. */
async function countCalls(bundle: string): Promise<Counted> {
  const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', calls, bundle];
  const [{ stdout }, pending, finished] = await Promise.all([
    promisify(execFile)(process.execPath, args),
    pendingKilobytes(bundle),
    finishedKilobytes(bundle),
  ]);
  // Rounded: the rest depends on the release of Node and on what else the process holds.
  const heap = [...pending].map(([transport, size]) => [
    `sdk: 10,000 calls at once, ${transport}`,
    { 'kilobytes of heap each': Math.round(size) },
  ]);
  return {
    ...(JSON.parse(stdout) as Counted),
    ...(Object.fromEntries(heap) as Counted),
    'sdk: finished calls, 64 at once': { 'kilobytes of heap each': Math.ceil(finished) },
  };
}

/** Counts everything: calls in a process of its own, imports and bundles. */
async function countAll(): Promise<Counted> {
  const [counted, imports] = await Promise.all([withBundledSdk(countCalls), countImports()]);
  return { ...counted, ...imports };
}

/**
 * Prints the counts with their budgets, and fails for a count above its budget; `--write` sets the
 * budgets to the counts.
 */
const counted = await countAll();
if (process.argv.includes('--write')) writeBudgets(counted);
const budgets = readBudgets();
for (const [work, counts] of Object.entries(counted)) {
  console.log(work);
  for (const [what, count] of Object.entries(counts)) {
    const budget = budgets[work]?.[what] ?? 0;
    const [most, why] = typeof budget === 'object' ? [budget.most, budget.why] : [budget, ''];
    console.log(`  ${what.padEnd(26)} ${String(count).padStart(8)} of ${most}  ${why}`.trimEnd());
  }
}
const over = overBudget(counted, budgets);
for (const line of over) console.error(`over budget: ${line}`);
const unexplained = withoutReason(budgets);
for (const line of unexplained) console.error(`raised without a reason: ${line}`);
const missing = notCounted(counted, budgets);
for (const line of missing) console.error(`has a budget, but was not counted: ${line}`);
process.exit(over.length + unexplained.length + missing.length === 0 ? 0 : 1);
