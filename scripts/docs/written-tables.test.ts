import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultOutcomes } from '../../packages/mock/src/options/outcomes.ts';
import { sandboxAddresses, sandboxValues } from '../../packages/mock/src/options/sandbox-values.ts';
import { allManifests, type Manifest, root } from '../lib/workspace.ts';

/** The sections of a page by their headings, and the cells of the table in each. */
function tablesOf(page: string): ReadonlyMap<string, { text: string; rows: string[][] }> {
  const sections = readFileSync(join(root, 'docs/reference', page), 'utf8').split(/^## /m);
  return new Map(
    sections.map((text) => {
      const lines = text.split('\n').filter((line) => line.startsWith('| '));
      const rows = lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
      return [text.split('\n')[0] ?? '', { text, rows }];
    }),
  );
}

test.each([
  ['At run time', 'dependencies', /^packages\//],
  ['Peers, installed by the user', 'peerDependencies', /^packages\//],
  ['Development only', 'devDependencies', /^/],
  ['Development only', 'dependencies', /^(?!packages\/)/],
] as const satisfies readonly (readonly [string, keyof Manifest, RegExp])[])(
  'the table "%s" has the %s of each manifest, with a reason',
  (heading, kind, paths) => {
    const rows = tablesOf('dependencies.md').get(heading)?.rows ?? [];
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
  const rows = [...tablesOf('dependencies.md').values()].flatMap((table) => table.rows);
  expect(rows.map(([name = '']) => name.slice(1, -1)).filter((one) => !used.includes(one))).toEqual(
    [],
  );
});

/** The words of a row of outcomes that its cell must have: values as they are sent, and times. */
function wordsOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  return Object.values(row).flatMap((value) => {
    if (typeof value === 'number') {
      return value === 0
        ? ['at once']
        : [value < 120_000 ? `${value / 1000} seconds` : `${value / 60_000} minutes`];
    }
    return typeof value === 'string' ? [`\`${value}\``] : wordsOf(value);
  });
}

test('the page of sandbox values has each value of the mock, with what it leads to', () => {
  const tables = tablesOf('sandbox-values.md');
  for (const [name, outcomes] of Object.entries(defaultOutcomes)) {
    const table = [...tables.values()].find(({ text }) => text.includes(`\`outcomes.${name}\``));
    const ends = Object.entries<unknown>(outcomes).map(([end, row]) => {
      const shown = end === 'other' ? 'any other' : /^\d+$/.test(end) ? `\`${end}\`` : end;
      const [, cell = ''] = table?.rows.find(([first]) => first === shown) ?? [];
      expect(cell, `${name} ${end}`).not.toBe('');
      for (const word of wordsOf(row)) expect(cell, `${name} ${end}`).toContain(word);
      return shown;
    });
    expect(table?.rows.map(([first]) => first).sort()).toEqual(ends.sort());
  }
  const addresses = tables
    .get('UMA addresses')
    ?.rows.map(([address, currency]) => [address, currency]);
  expect(addresses).toEqual(
    Object.entries(sandboxAddresses).map(([local, { currency }]) => [`\`$${local}@…\``, currency]),
  );
  const codes = tables.get('Codes and signatures')?.rows.map(([value]) => value);
  const { otpDigit, ...others } = sandboxValues;
  const values = [otpDigit.repeat(6), ...Object.values(others)];
  expect(codes?.toSorted()).toEqual(values.map((value) => `\`${value}\``).sort());
});
