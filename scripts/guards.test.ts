import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run, runScript } from './lib/run.ts';
import { readJson, root } from './lib/workspace.ts';

describe('what knip reports', () => {
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
});

describe('what Biome refuses', () => {
  const refused: readonly (readonly [path: string, rule: string, text: string])[] = [
    ['packages/sdk/src/a.ts', 'noExplicitAny', 'export const a = (x: any) => x;'],
    ['packages/sdk/src/b.ts', 'noDefaultExport', 'export default 1;'],
    ['packages/sdk/src/c.ts', 'noDefaultExport', 'const a = 1;\nexport { a as default };'],
    ['packages/sdk/src/d.ts', 'noTsIgnore', '// @ts-ignore\nexport const a: string = 1;'],
    ['packages/sdk/src/someThing.ts', 'useFilenamingConvention', 'export const a = 1;'],
    ['packages/sdk/src/g.ts', 'useImportExtensions', `import { b } from './b';\nb();`],
  ];

  const allowed: readonly (readonly [path: string, text: string])[] = [
    ['packages/sdk/tsup.config.ts', 'export default {};'],
    ['packages/sdk/src/i.ts', '// any text, and export default too\nexport const a = 1;'],
  ];

  interface Report {
    readonly diagnostics: readonly {
      readonly category: string;
      readonly location: { readonly path: string | { readonly file: string } };
    }[];
  }

  let folder: string;
  let found: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
    const files = [...refused.map(([path, , text]) => [path, text] as const), ...allowed];
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const config = readJson<object>(join(root, 'biome.json'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: undefined }));
    const { output } = await run('biome', ['lint', '--reporter=json', '--max-diagnostics=500'], {
      cwd: folder,
    });
    const report = JSON.parse(output.slice(output.indexOf('{"')).split('\n')[0] ?? '') as Report;
    found = report.diagnostics.map(({ category, location: { path } }) => {
      return `${typeof path === 'string' ? path : path.file}: ${category}`;
    });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const of = (path: string) => found.filter((line) => line.startsWith(`${path}: `)).join('\n');

  describe('what Biome is configured to refuse', () => {
    test.each(refused)('%s: %s', (path, rule) => {
      expect(of(path)).toContain(rule);
    });

    test.each(allowed)('does not refuse %s', (path) => {
      expect(of(path)).not.toMatch(/noDefaultExport|useFilenaming/);
    });
  });
});

describe('what the compilers refuse', () => {
  /** A project of one file, with the compiler options of the repository. */
  function projectOf(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'type-check-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { types: [], typeRoots: [] };
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: options,
      include: ['*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'main.ts'), text);
    return folder;
  }

  const right = 'export const last4: string = "4242";\n';
  const wrong = 'export const last4: string = 4242;\n';

  const checks = [
    ['typecheck', (folder: string) => runScript('scripts/type-check.ts', '-p', folder)],
    ['typecheck:6', (folder: string) => run('tsc', ['--noEmit', '-p', folder])],
  ] as const;

  test.each(checks)('npm run %s fails for an error, and names its place', async (_name, check) => {
    const { ok, output } = await check(projectOf(wrong));
    expect(ok).toBe(false);
    expect(output).toMatch(/main\.ts[(:]1[,:]14/);
  });

  test.each(checks)('npm run %s passes without an error', async (_name, check) => {
    expect(await check(projectOf(right))).toMatchObject({ ok: true });
  });

  test.each(checks)('npm run %s has the strict options of the repository', async (_name, check) => {
    const loose = 'export const first = (list: readonly string[]): string => list[0];\n';
    expect((await check(projectOf(loose))).ok).toBe(false);
  });
});
