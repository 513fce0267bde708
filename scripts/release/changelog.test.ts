import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJson, root } from '../lib/workspace.ts';
import { changeIn, withVersion } from './changelog.ts';

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
