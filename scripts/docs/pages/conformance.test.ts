import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { decisions } from '../../../packages/contract/src/decisions/index.ts';
import { conformance, conformancePage } from './conformance.ts';

test('the example of each operation is accepted and its response valid, and the page names its source', async () => {
  const all = await conformance();
  expect(all).toHaveLength(operations().length);
  const { content } = conformancePage(all);
  expect(content).toContain('Specification, part 4');
  const [first, ...rest] = all;
  if (first === undefined) throw new Error('There are operations');
  for (const column of ['source', 'request', 'response'] as const) {
    const broken = [{ ...first, [column]: '' }, ...rest];
    expect(() => conformancePage(broken)).toThrow(`${first.name}: ${column}`);
  }
});

test('decisions name operations of the contract', () => {
  const names = new Set<string>(operations().map(({ name }) => name));
  const named = decisions.flatMap(({ operations: each }) => (each === 'all' ? [] : each));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
