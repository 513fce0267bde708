import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { countAll, overBudget, readBudgets } from './counted.ts';

describe('counted work', () => {
  it('is within its budgets', async () => {
    const counted = await countAll();
    expect(overBudget(counted, readBudgets())).toEqual([]);
    expect(Object.keys(counted).sort()).toEqual(Object.keys(readBudgets()).sort());
  }, 240_000);
});

describe('the comparison', () => {
  const budgets = { call: { promises: 10, 'gzip bytes': 1000 } };

  it('finds one promise too many, and something new', () => {
    expect(overBudget({ call: { promises: 11 } }, budgets)).toHaveLength(1);
    expect(overBudget({ call: { promises: 10, timers: 1 } }, budgets)).toHaveLength(1);
    expect(overBudget({ other: { promises: 1 } }, budgets)).toHaveLength(1);
  });

  it('lets less through, and a hundredth more of bytes', () => {
    expect(overBudget({ call: { promises: 9, 'gzip bytes': 1010 } }, budgets)).toEqual([]);
    expect(overBudget({ call: { 'gzip bytes': 1011 } }, budgets)).toHaveLength(1);
  });
});

it('the instruments count exactly what a piece of work makes', () => {
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
    promises: 2,
    timers: 1,
  });
}, 60_000);
