import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rulesPage, testsIn, untestedAreas } from '../scripts/rules/page.ts';
import { ruleGroups } from '../scripts/rules/statements.ts';
import { openChoices } from '../src/options/choices.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('the page of the rules has every rule with its tests, and each open point with its default', () => {
  const { text, problems } = rulesPage(fileOf('..'));
  expect(problems).toEqual([]);
  const { '1': first = '' } = ruleGroups[0]?.rules ?? {};
  const section = text.split('\n### ').find((one) => one.startsWith(`1. ${first}\n`)) ?? '';
  expect(section).toMatch(/^- Tests in \[`src\/\S+\.test\.ts`\]\(src\/\S+\): .+\.$/m);
  for (const [option, { default: value }] of Object.entries(openChoices)) {
    expect(text).toContain(`\`${option}\`: \`${[value].flat().join(', ')}\``);
  }
});

test('the rules are numbered in order, each once', () => {
  const numbers = ruleGroups.flatMap(({ rules }) => Object.keys(rules).map(Number));
  expect(numbers.length).toBeGreaterThanOrEqual(88);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test('a folder without tests of rules, or without areas, is an error', () => {
  expect(() => rulesPage(fileOf('../scripts'))).toThrow('src/areas/ holds no test named after');
  expect(() => untestedAreas(fileOf('../scripts'))).toThrow('holds no area');
});

test('every area has a test in its folder, and one without is named', () => {
  expect(untestedAreas(fileOf('..'))).toEqual([]);
  expect(untestedAreas(fileOf('../../contract'))).toContain('cards');
});

test('the titles of tests are found whatever their quotes', () => {
  const text = `test('${'rule'} 1: a', f); test.each(x)("${'rule'} 2: b's %s", f); '${'rule'} x: c'`;
  expect(testsIn(text, 'f.ts')).toEqual([
    { rule: 1, title: 'a', file: 'f.ts' },
    { rule: 2, title: "b's %s", file: 'f.ts' },
  ]);
});
