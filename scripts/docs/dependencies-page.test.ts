import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allManifests, type Manifest, root } from '../lib/workspace.ts';

/** The cells of the tables on the page, by the headings above them. */
const tables = new Map(
  readFileSync(join(root, 'docs/reference/dependencies.md'), 'utf8')
    .split(/^## /m)
    .map((text) => {
      const lines = text.split('\n').filter((line) => line.startsWith('| `'));
      return [text.split('\n')[0] ?? '', lines.map((line) => line.slice(2, -2).split(' | '))];
    }),
);

test.each([
  ['At run time', 'dependencies', /^packages\//],
  ['Peers, installed by the user', 'peerDependencies', /^packages\//],
  ['Development only', 'devDependencies', /^/],
  ['Development only', 'dependencies', /^(?!packages\/)/],
] as const satisfies readonly (readonly [string, keyof Manifest, RegExp])[])(
  'the table "%s" has the %s of each manifest, with a reason',
  (heading, kind, paths) => {
    const rows = tables.get(heading) ?? [];
    for (const { path, manifest } of allManifests().filter((one) => paths.test(one.path))) {
      const user = path === 'package.json' ? 'the workspace' : basename(dirname(path));
      for (const name of Object.keys(manifest[kind] ?? {})) {
        if (name.startsWith('@org/')) continue;
        const [, users = '', reason = ''] = rows.find(([cell]) => cell === `\`${name}\``) ?? [];
        expect(users.split(', '), `${name} of ${path}`).toContain(user);
        expect(reason, name).toMatch(/\.$/);
      }
    }
  },
);

test('the dependencies that are listed are used', () => {
  const used = allManifests().flatMap(({ manifest }) => [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    ...Object.keys(manifest.devDependencies ?? {}),
  ]);
  const rows = [...tables.values()].flat();
  expect(rows.map(([name = '']) => name.slice(1, -1)).filter((one) => !used.includes(one))).toEqual(
    [],
  );
});
