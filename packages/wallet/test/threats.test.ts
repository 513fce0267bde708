import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const cwd = new URL('../../../', import.meta.url);
const [, section = ''] = readFileSync(new URL('docs/wallet.md', cwd), 'utf8').split(
  '\n## Threats\n',
);
/** The lines of the table: who attacks, and the cell of the tests. */
const lines = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([attacker = '', , , tests = '']) => ({ attacker, tests: tests.split(', ') }));
const files = globSync(['packages/*/src/**/*test.ts', 'e2e/*/*test.ts'], { cwd }).map((path) =>
  basename(path).replace(/[.-]test\.ts$/, ''),
);

it('each line of the table of threats names files with tests', () => {
  expect(lines.length).toBeGreaterThan(15);
  for (const { attacker, tests } of lines) {
    const missing = tests.filter((name) => !files.includes(name.replaceAll('`', '')));
    expect([attacker, tests.length > 0, missing]).toEqual([attacker, true, []]);
  }
});
