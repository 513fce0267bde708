import { countAll, overBudget, readBudgets, writeBudgets } from './counted.ts';

/** Prints what is counted beside its budget; `--write` sets the budgets to it. */
const counted = await countAll();
if (process.argv.includes('--write')) writeBudgets(counted);
const budgets = readBudgets();
for (const [work, counts] of Object.entries(counted)) {
  console.log(work);
  for (const [what, count] of Object.entries(counts)) {
    console.log(
      `  ${what.padEnd(26)} ${String(count).padStart(8)} of ${budgets[work]?.[what] ?? 0}`,
    );
  }
}
const over = overBudget(counted, budgets);
for (const line of over) console.error(`over budget: ${line}`);
process.exit(over.length === 0 ? 0 : 1);
