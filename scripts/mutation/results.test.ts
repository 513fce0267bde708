import { expect, test } from 'vitest';
import { findingsOf, type ModuleResult, scoreOf } from './results.ts';

const survivor = { line: 'if (amount < 0) refuse();', mutant: 'amount < 0 -> false' };
const other = { line: 'count += 1;', mutant: 'count += 1 -> count -= 1' };
const because = 'an amount below 0 does not get here';
const listed = { line: survivor.line, mutants: [survivor.mutant], because };

const result = (...survivors: ModuleResult['survivors']): ModuleResult => ({
  digest: 'x',
  mutants: 80,
  survivors,
});

test('the score counts every survivor, and is not rounded up', () => {
  expect(scoreOf([result(), result()])).toBe(100);
  expect(scoreOf([result(survivor), result()])).toBe(99.3);
  expect(scoreOf([])).toBe(100);
});

test('a survivor without a reason is a finding', () => {
  const findings = findingsOf({ 'a.ts': result(survivor, other) }, { 'a.ts': [listed] });
  expect(findings).toEqual([`survived: a.ts: ${other.line}\n    ${other.mutant}`]);
  expect(findingsOf({ 'a.ts': result(survivor) }, { 'a.ts': [listed] })).toEqual([]);
});

test('a survivor of another module has no reason', () => {
  const results = { 'a.ts': result(survivor), 'b.ts': result(survivor) };
  expect(findingsOf(results, { 'a.ts': [listed] })).toHaveLength(1);
});

test('a reason for a mutant that is noticed, or for a module that is not mutated, is a finding', () => {
  expect(findingsOf({ 'a.ts': result() }, { 'a.ts': [listed] })[0]).toMatch(/does not survive/);
  expect(findingsOf({}, { 'a.ts': [listed] })).toEqual(['is not mutated, and is listed: a.ts']);
});

test('a score that is too low is a finding, even if every survivor has a reason', () => {
  const scored = (mutants: number, survivors: number) => {
    const alive = Array.from({ length: survivors }, () => survivor);
    return { 'a.ts': { digest: 'x', mutants, survivors: alive } };
  };
  expect(findingsOf(scored(1_000, 100), { 'a.ts': [listed] })).toEqual([]);
  expect(findingsOf(scored(1_000, 101), { 'a.ts': [listed] })).toEqual([
    'the score is 89.9 %, and 90 % is the lowest',
  ]);
});
