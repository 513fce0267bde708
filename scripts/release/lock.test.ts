import { expect, test } from 'vitest';
import { type LockedPackage, problemsOfLock } from './lock.ts';

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
