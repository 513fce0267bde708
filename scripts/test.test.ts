import { expect, test } from 'vitest';
import { countsOf, runStages, type Stage } from './test.ts';

const report = (numPassedTests: number, numTotalTests: number) => ({
  numPassedTests,
  numTotalTests,
});

test.each([
  ['passes', report(3, 3), true, { passed: 3, failed: 0 }],
  [
    'fails with each test that failed or was skipped',
    report(3, 5),
    false,
    { passed: 3, failed: 2 },
  ],
  ['fails once when no test failed', report(3, 3), false, { passed: 3, failed: 1 }],
  ['fails without tests', report(0, 0), true, { passed: 0, failed: 1 }],
  ['fails without a report', undefined, true, { passed: 0, failed: 1 }],
])('a run of tests %s', (_what, found, ok, counts) => {
  expect(countsOf(found, { ok, output: 'the log' })).toEqual({ ...counts, output: 'the log' });
});

test('a stage that fails does not stop the others, and the last line counts all', async () => {
  const lines: string[] = [];
  const stages: readonly Stage[] = [
    ['first', () => Promise.reject(new Error('no browser'))],
    ['second', async () => ({ passed: 5, failed: 0 })],
    ['third', async () => ({ passed: 0, failed: 1, output: 'because' })],
  ];
  const [first, ...shared] = stages;
  const code = await runStages(first ? [[first], []] : [], shared, (text) => lines.push(text));
  expect(code).toBe(1);
  expect(lines.join('\n')).toMatch(/FAIL .*first[\s\S]* no browser/);
  expect(lines.join('\n')).toMatch(/FAIL .*third[\s\S]* because/);
  expect(lines.at(-1)).toBe('5 passed, 2 failed');
});

test('a run in which nothing failed ends with the exit code 0, and one of nothing does not', async () => {
  const fine: Stage = ['fine', async () => ({ passed: 1, failed: 0 })];
  expect(await runStages([[fine]], [], () => {})).toBe(0);
  expect(await runStages([], [], () => {})).toBe(1);
});
