import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './lib/run.ts';
import { root } from './lib/workspace.ts';

const manifest = {
  name: '@org/payments-sdk',
  type: 'module',
  exports: { '.': { source: './src/index.ts' } },
  dependencies: { ky: '*', jose: '*' },
};

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'x', private: true, workspaces: ['packages/*'] }),
  'packages/sdk/package.json': JSON.stringify(manifest),
  'packages/sdk/src/index.ts': `import 'ky';\nexport { used } from './used.ts';\n`,
  'packages/sdk/src/used.ts': 'export const used = 1;\nexport const idle = 2;\n',
  'packages/sdk/src/used.test.ts': `import 'left-pad';\nimport '../test/helper.ts';\n`,
  'packages/sdk/test/helper.ts': 'export {};\n',
  'packages/sdk/src/forgotten.ts': 'export const forgotten = 1;\n',
};

let folder: string;
let report: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'unused-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const config = join(root, 'knip.config.ts');
  const { ok, output } = await run('knip', ['--config', config, '--no-config-hints'], {
    cwd: folder,
  });
  report = output;
  expect(ok).toBe(false);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['a file', /Unused files \(1\)\s+packages\/sdk\/src\/forgotten\.ts/],
  ['an export', /Unused exports \(1\)\s+idle\s+packages\/sdk\/src\/used\.ts/],
  ['a dependency', /Unused dependencies \(1\)\s+jose\s/],
])('knip reports %s that nothing uses', (_what, pattern) => {
  expect(report).toMatch(pattern);
});

test('knip reports a dependency that the manifest does not list', () => {
  expect(report).toMatch(/Unlisted dependencies \(1\)\s+left-pad\s/);
});
