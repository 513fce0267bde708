import { expect, test } from 'vitest';
import { type LockedPackage, problemsOfLock } from './lock.ts';

const fine: LockedPackage = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };

function problems(fields: Partial<LockedPackage>, name = 'some-library'): string[] {
  return problemsOfLock({ packages: { [`node_modules/${name}`]: { ...fine, ...fields } } });
}

test('a package of the registry with a digest and a permissive licence is in order', () => {
  expect(problems({})).toEqual([]);
});

test.each<[string, Partial<LockedPackage>, string]>([
  ['without a digest', { integrity: 'sha1-abc' }, 'has no SHA-512 digest'],
  ['from a folder', { resolved: 'file:../x' }, 'is fetched from file:../x'],
  [
    'from an address',
    { resolved: 'https://packages.example.com/a.tgz' },
    'is fetched from https://packages.example.com/a.tgz',
  ],
  ['that is deprecated', { deprecated: 'use y' }, 'is deprecated: use y'],
  [
    'that runs code at installation',
    { hasInstallScript: true },
    'runs a script when it is installed',
  ],
  ['with another licence', { license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
])('a package %s is reported by name', (_case, fields, problem) => {
  expect(problems(fields)).toEqual([expect.stringContaining(`some-library 1.0.0 ${problem}`)]);
});

test('only listed development packages may run scripts at installation', () => {
  const script = { hasInstallScript: true };
  expect(problems({ ...script, dev: true }, 'esbuild')).toEqual([]);
  expect(problems({ ...script, dev: true }, 'other')).toHaveLength(1);
  expect(problems(script, 'esbuild')).toHaveLength(1);
});

test('links to packages of the workspace are left out', () => {
  expect(problemsOfLock({ packages: { 'node_modules/own': { link: true }, '': {} } })).toEqual([]);
});
