import { expect, test } from 'vitest';
import { dependenciesPage, reasonProblems } from './page.ts';
import { dependencyReasons } from './reasons.ts';

test('every dependency of the workspace has a reason, and the page has each of them', () => {
  const { content } = dependenciesPage();
  const rows = content.split('\n').filter((line) => line.startsWith('| `'));
  for (const [name, reason] of Object.entries(dependencyReasons)) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row, name).toContain(reason.slice(0, 20));
  }
});

test('a dependency without a reason, and a reason without a dependency, are named', () => {
  const reasons = { ky: 'sends requests', 'left-pad': 'pads' };
  expect(reasonProblems(new Set(['ky', 'left-pad']), reasons)).toEqual([]);
  expect(reasonProblems(new Set(['ky', 'toString']), reasons)).toEqual([
    'toString has no reason',
    'left-pad has a reason and is not a dependency',
  ]);
});
