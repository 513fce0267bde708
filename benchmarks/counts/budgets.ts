import { readFileSync, writeFileSync } from 'node:fs';
import type { Counts } from './instruments.ts';

/** Counts, by work and by instrument. */
export type Counted = Readonly<Record<string, Counts>>;

/** The maximum of a count, with a reason if it was raised. */
export type Budget = number | { readonly most: number; readonly why: string };

/** Budgets, by work and by instrument. */
export type Budgets = Readonly<Record<string, Readonly<Record<string, Budget>>>>;

const file = new URL('budgets.json', import.meta.url);

/**
 * The placeholder that `writeBudgets` writes for the reason of a raised budget; the test does not
 * accept it.
 */
export const NO_REASON = 'No reason has been written down yet.';

function mostOf(budget: Budget | undefined): number {
  return typeof budget === 'object' ? budget.most : (budget ?? 0);
}

/** The budgets of `budgets.json`. */
export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(file, 'utf8')) as Budgets;
}

/** Returns budgets equal to the counts. A raised budget requires a reason; others keep theirs. */
export function budgetsOf(counted: Counted, before: Budgets): Budgets {
  const budgetOf = (work: string, what: string, count: number): Budget => {
    const known = before[work]?.[what];
    if (known !== undefined && count > mostOf(known)) return { most: count, why: NO_REASON };
    return typeof known === 'object' ? { ...known, most: count } : count;
  };
  const works = Object.entries(counted).map(([work, counts]) => [
    work,
    Object.fromEntries(
      Object.entries(counts).map(([what, count]) => [what, budgetOf(work, what, count)]),
    ),
  ]);
  return Object.fromEntries(works) as Budgets;
}

/** Sets the budgets to the counts. */
export function writeBudgets(counted: Counted): void {
  const budgets = budgetsOf(counted, readBudgets());
  writeFileSync(file, `${JSON.stringify(budgets, undefined, 2)}\n`);
}

/**
 * Returns a line for each count over its budget. A count without a budget has a budget of zero;
 * bytes may exceed theirs by one percent, for another version of the compressor.
 */
export function overBudget(counted: Counted, budgets: Budgets): string[] {
  return Object.entries(counted).flatMap(([work, counts]) =>
    Object.entries(counts).flatMap(([what, count]) => {
      const most = mostOf(budgets[work]?.[what]);
      const allowed = what.startsWith('gzip') ? most * 1.01 : most;
      return count <= allowed ? [] : [`${work}: ${what}: ${count}, budget ${most}`];
    }),
  );
}

/** Budgets of work, or of an instrument, that was not counted. */
export function notCounted(counted: Counted, budgets: Budgets): string[] {
  return Object.entries(budgets).flatMap(([work, counts]) =>
    Object.keys(counts)
      .filter((what) => counted[work]?.[what] === undefined)
      .map((what) => `${work}: ${what}`),
  );
}

/** Budgets that were raised without a reason. */
export function withoutReason(budgets: Budgets): string[] {
  return Object.entries(budgets).flatMap(([work, counts]) =>
    Object.entries(counts)
      .filter(([, budget]) => typeof budget === 'object' && budget.why === NO_REASON)
      .map(([what]) => `${work}: ${what}`),
  );
}
