import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LockedPackage, problemsOfLock } from '../check-lock.ts';
import { allManifests, publishedPackages, readJson, root } from '../lib/workspace.ts';
import { withAbsoluteLinks } from '../pack.ts';
import { changeIn, withVersion } from './changelog.ts';

const before = '# Changelog\n\n## 0.1.0\n\nThe first release.\n';

test('the changelog has the new version above the earlier ones, each written once', () => {
  const changeset = "---\n'@org/payments-sdk': patch\n---\n\n**SDK**: fixed a\n\nand more\n";
  expect(withVersion(before, '0.1.1', [changeIn(changeset), '**Mock**: added b'])).toBe(
    '# Changelog\n\n## 0.1.1\n\n- **SDK**: fixed a\n\n  and more\n- **Mock**: added b\n\n## 0.1.0\n\nThe first release.\n',
  );
  expect(() => withVersion(before, '0.1.0', ['again'])).toThrow('already has a section 0.1.0');
});

test('the changelog is one for all packages, with a section of the present version', () => {
  const config = readJson<{ changelog: unknown }>(join(root, '.changeset/config.json'));
  expect(config.changelog).toBe(false);
  const { version } = readJson<{ version: string }>(join(root, 'packages/sdk/package.json'));
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
});

test('every manifest has a name, without which no version can be raised', () => {
  const unnamed = allManifests().filter(({ manifest }) => manifest.name === undefined);
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

const site = 'https://org.github.io/payments-sdk';

test.each([
  ['../../docs/wallet.md#threats', `${site}/wallet#threats`],
  ['../../docs/guides/stampers.md', `${site}/guides/stampers`],
  ['../sdk/README.md', `${site}/packages/sdk`],
  ['src/mock.ts', 'https://github.com/org/payments-sdk/blob/main/packages/mock/src/mock.ts'],
  ['https://example.com/b', 'https://example.com/b'],
  ['#anchor', '#anchor'],
])('the link of a README to %s leads to %s', (target, address) => {
  const manifest = publishedPackages().find(({ id }) => id === 'mock')?.manifest;
  if (manifest === undefined) throw new Error('the mock is not a package');
  expect(withAbsoluteLinks(`[text](${target})`, manifest)).toBe(`[text](${address})`);
});

const fine: LockedPackage = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };
const script = { hasInstallScript: true };

test.each<[name: string, fields: LockedPackage, problem: string | undefined]>([
  ['library', {}, undefined],
  ['own', { link: true, integrity: '' }, undefined],
  ['library', { integrity: 'sha1-abc' }, 'has no SHA-512 digest'],
  ['library', { resolved: 'file:../x' }, 'is fetched from file:../x'],
  ['library', { deprecated: 'use y' }, 'is deprecated: use y'],
  ['library', { license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
  ['library', { license: 'AGPL-3.0', dev: true }, undefined],
  ['library', { ...script, dev: true }, 'runs a script when it is installed'],
  ['esbuild', script, 'runs a script when it is installed'],
  ['esbuild', { ...script, dev: true }, undefined],
])('of %s with %o is said: %s', (name, fields, problem) => {
  const packages = { [`node_modules/${name}`]: { ...fine, ...fields }, '': {} };
  const expected = problem === undefined ? [] : [expect.stringContaining(`1.0.0 ${problem}`)];
  expect(problemsOfLock({ packages })).toEqual(expected);
});
