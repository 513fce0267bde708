import { notCounted, overBudget, readBudgets, withoutReason, writeBudgets } from './budgets.ts';
import { countAll } from './counted.ts';

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
