import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the first example of the README is the test that runs', () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(read('../README.md')) ?? [];
  expect(example).toBe(read('../../../examples/testing/freeze-card.test.ts'));
});
