import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Package, publishedPackages, readJson, root } from '../lib/workspace.ts';
import { changeIn, withVersion } from './changelog.ts';
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

const before = '# Changelog\n\n## 0.1.0\n\nThe first release.\n';

describe('the changelog of a release', () => {
  test('has the new version above the earlier ones, which stay', () => {
    const changeset = "---\n'@org/payments-sdk': patch\n---\n\n**SDK**: fixed a\n\nand more\n";
    expect(withVersion(before, '0.1.1', [changeIn(changeset), '**Mock**: added b'])).toBe(
      '# Changelog\n\n## 0.1.1\n\n- **SDK**: fixed a\n\n  and more\n- **Mock**: added b\n\n## 0.1.0\n\nThe first release.\n',
    );
  });

  test('a version is written once', () => {
    expect(() => withVersion(before, '0.1.0', ['again'])).toThrow('already has a section 0.1.0');
  });

  test('is one for all packages, with a section of the present version', () => {
    const config = readJson<{ changelog: unknown }>(join(root, '.changeset/config.json'));
    expect(config.changelog).toBe(false);
    const { version } = readJson<{ version: string }>(join(root, 'packages/sdk/package.json'));
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });
});
