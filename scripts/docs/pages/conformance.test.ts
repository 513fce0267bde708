import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
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
