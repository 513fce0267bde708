import { readFileSync, writeFileSync } from 'node:fs';
import type { Counts } from './instruments.ts';

/** Counts by what was done, then by what was counted. */
export type Counted = Readonly<Record<string, Counts>>;

/** The most a count may be; one that was raised says why. */
export type Budget = number | { readonly most: number; readonly why: string };

/** Budgets by what is done, then by what is counted. */
export type Budgets = Readonly<Record<string, Readonly<Record<string, Budget>>>>;

const file = new URL('budgets.json', import.meta.url);

/** What `writeBudgets` writes beside a budget that it raises; the test does not accept it. */
export const NO_REASON = 'No reason has been written down yet.';

function mostOf(budget: Budget | undefined): number {
  return typeof budget === 'object' ? budget.most : (budget ?? 0);
}

/** The budgets of `budgets.json`. */
export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(file, 'utf8')) as Budgets;
}

/** Budgets of exactly what was counted. A budget that grows asks for a reason; others keep theirs. */
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

/** Sets the budgets to what was counted. */
export function writeBudgets(counted: Counted): void {
  const budgets = budgetsOf(counted, readBudgets());
  writeFileSync(file, `${JSON.stringify(budgets, undefined, 2)}\n`);
}

/**
 * Returns what is over its budget, one line each. A count without a budget has a budget of zero;
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

/** Budgets that were raised without a reason. */
export function withoutReason(budgets: Budgets): string[] {
  return Object.entries(budgets).flatMap(([work, counts]) =>
    Object.entries(counts)
      .filter(([, budget]) => typeof budget === 'object' && budget.why === NO_REASON)
      .map(([what]) => `${work}: ${what}`),
  );
}
