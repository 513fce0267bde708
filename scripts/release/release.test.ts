import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Package, publishedPackages } from '../lib/workspace.ts';
import { checksums } from './checksums.ts';
import { inOrderOfDependencies } from './publish-order.ts';

function made(name: string, dependencies: Readonly<Record<string, string>> = {}): Package {
  return { id: name, folder: name, manifest: { name, version: '1.0.0', dependencies } };
}

describe('the order of publishing', () => {
  test('each of our packages comes after those it depends on', () => {
    const ordered = inOrderOfDependencies(publishedPackages());
    const names = ordered.map(({ manifest }) => manifest.name);
    expect([...names].sort()).toEqual(
      publishedPackages()
        .map(({ manifest }) => manifest.name)
        .sort(),
    );
    for (const [index, { manifest }] of ordered.entries()) {
      const later = names.slice(index);
      expect(
        Object.keys(manifest.dependencies ?? {}).filter((name) => later.includes(name)),
      ).toEqual([]);
    }
  });

  test('packages that depend on each other are refused', () => {
    expect(() => inOrderOfDependencies([made('a', { b: '1' }), made('b', { a: '1' })])).toThrow(
      'a, b depend on each other',
    );
  });
});

test('checksums have the format that sha256sum checks, without the list itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checksums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'b.tgz'), 'two');
  writeFileSync(join(folder, 'a.tgz'), 'one');
  writeFileSync(join(folder, 'SHA256SUMS'), 'old');
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  expect(checksums(folder)).toBe(`${digest('a.tgz')}  a.tgz\n${digest('b.tgz')}  b.tgz\n`);
});
