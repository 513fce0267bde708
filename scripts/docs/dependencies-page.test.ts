import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allManifests, root } from '../lib/workspace.ts';

const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');

/** Each dependency of a manifest, with the heading of its table and who uses it. */
const uses = allManifests().flatMap(({ path, manifest }) => {
  const isPublished = path.startsWith('packages/');
  const by = path === 'package.json' ? 'the workspace' : basename(dirname(path));
  const names = (kind: 'dependencies' | 'peerDependencies' | 'devDependencies', heading: string) =>
    Object.keys(manifest[kind] ?? {})
      .filter((name) => !name.startsWith('@org/'))
      .map((name) => ({ heading: isPublished ? heading : 'Development only', name, by }));
  return [
    ...names('dependencies', 'At run time'),
    ...names('peerDependencies', 'Peers, installed by the user'),
    ...names('devDependencies', 'Development only'),
  ];
});

test.each([...new Set(uses.map(({ heading }) => heading))])(
  'the table "%s" has each dependency of the workspace, with its users and a reason',
  (heading) => {
    const byName = Map.groupBy(
      uses.filter((use) => use.heading === heading),
      ({ name }) => `\`${name}\``,
    );
    const expected = [...byName].map(([name, found]) => [
      name,
      [...new Set(found.map(({ by }) => by))].sort(),
    ]);
    const table = page.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
    const rows = [...table.matchAll(/^\| (`.+?`) \| (.+?) \| .+\. \|$/gm)];
    const listed = rows.map(([, name, users = '']) => [name, users.split(', ').sort()]);
    expect(listed.sort()).toEqual(expected.sort());
  },
);
