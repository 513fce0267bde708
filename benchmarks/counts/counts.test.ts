import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { budgetsOf, NO_REASON, notCounted, overBudget, withoutReason } from './budgets.ts';

describe('the comparison', () => {
  const budgets = { call: { promises: 10, 'gzip bytes': 1000 } };

  it('fails for one promise above the budget, and for a count without a budget', () => {
    expect(overBudget({ call: { promises: 11 } }, budgets)).toHaveLength(1);
    expect(overBudget({ call: { promises: 10, timers: 1 } }, budgets)).toHaveLength(1);
    expect(overBudget({ other: { promises: 1 } }, budgets)).toHaveLength(1);
  });

  it('names each budget whose work was not counted', () => {
    expect(notCounted({ call: { promises: 10 } }, budgets)).toEqual(['call: gzip bytes']);
    expect(notCounted({ call: { promises: 10, 'gzip bytes': 1 } }, budgets)).toEqual([]);
  });

  it('requires a reason for a raised budget, and keeps the reasons already written', () => {
    const why = 'More is done.';
    const before = { call: { promises: 10, timers: { most: 2, why }, headers: 4 } };
    const raised = budgetsOf({ call: { promises: 11, timers: 1, headers: 3 } }, before);
    expect(raised).toEqual({
      call: { promises: { most: 11, why: NO_REASON }, timers: { most: 1, why }, headers: 3 },
    });
    expect(withoutReason(raised)).toEqual(['call: promises']);
    expect(overBudget({ call: { timers: 3 } }, before)).toHaveLength(1);
  });

  it('accepts lower counts, and up to one percent more bytes', () => {
    expect(overBudget({ call: { promises: 9, 'gzip bytes': 1010 } }, budgets)).toEqual([]);
    expect(overBudget({ call: { 'gzip bytes': 1011 } }, budgets)).toHaveLength(1);
  });
});

it('the instruments count exactly the objects that a piece of work makes', () => {
  const program = `
    import { countWork, installCounters } from ${JSON.stringify(new URL('instruments.ts', import.meta.url).href)};
    installCounters();
    console.log(JSON.stringify(await countWork(async () => {
      new Headers(); new Headers(); new AbortController();
      AbortSignal.any([]);
      clearTimeout(setTimeout(() => undefined, 1000));
      await new Promise((resolve) => resolve(undefined));
    })));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual({
    AbortController: 1,
    'AbortSignal.any': 1,
    Headers: 2,
    Request: 0,
    Response: 0,
    URL: 0,
    promises: 2,
    timers: 1,
  });
}, 60_000);
