import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { threats } from './threats.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const [, section = ''] = read('docs/wallet.md').split('\n## Threats\n');
/** The lines of the table: who attacks, and the cell of the tests. */
const lines = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([attacker = '', , , tests = '']) => ({ attacker: attacker.replaceAll('**', ''), tests }));

/** The register's names that a line begins with; the longest is meant. */
const nameOf = (attacker: string) =>
  Object.keys(threats)
    .filter((name) => attacker.startsWith(name))
    .sort((one, other) => other.length - one.length)[0];

it('has an attack test for each line of the table of threats, and no other', () => {
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.map(({ attacker }) => nameOf(attacker) ?? attacker)).toEqual(Object.keys(threats));
});

it.each(lines)('names the files of its tests: $attacker', ({ attacker, tests }) => {
  const files = (threats[nameOf(attacker) ?? ''] ?? []).map(([file]) =>
    basename(file).replace(/[.-]test\.ts$/, ''),
  );
  expect(tests.split(', ')).toEqual([...new Set(files)].map((file) => `\`${file}\``));
});

/** Whether a file has a test of that title. */
const hasTest = (file: string, title: string) => {
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
  return quoted.some((literal) => read(file).includes(literal));
};

it('names tests that exist', () => {
  const missing = Object.values(threats)
    .flat()
    .filter(([file, title]) => !hasTest(file, title));
  expect(missing).toEqual([]);
});
