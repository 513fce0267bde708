import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapWithWidth, runScript } from '../lib/run.ts';
import { publishedPackages, root } from '../lib/workspace.ts';
import { changedModules, libraryModules } from './library-modules.ts';
import { buildOptions } from './options.ts';

/** Below the packages, so that the paths in the source maps lead to the installed files. */
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verbatim-'));
  const ends = await mapWithWidth(publishedPackages(), 2, ({ id }) =>
    runScript('scripts/build/build-package.ts', id, join(folder, id)),
  );
  for (const { ok, output } of ends) expect(ok, output).toBe(true);
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(publishedPackages())('$id contains libraries exactly as they are installed', (pkg) => {
  expect(changedModules(join(folder, pkg.id), pkg.folder)).toEqual([]);
});

test('the SDK contains zod, and the wallet and the cryptography import their libraries', () => {
  const pathsOf = (id: string) =>
    publishedPackages()
      .filter((pkg) => pkg.id === id)
      .flatMap((pkg) => [...libraryModules(join(folder, id), pkg.folder).keys()]);
  const names = (id: string) => new Set(pathsOf(id).map((path) => path.split('/')[1]));
  expect(names('sdk')).toContain('zod');
  expect(names('wallet')).not.toContain('@hpke');
});

/** Bundles a module of a library with a plugin; returns what the check reports. */
async function reportOf(plugin: Plugin): Promise<readonly string[]> {
  const into = join(folder, plugin.name);
  const { metafile } = await build({
    stdin: { contents: "export { default } from 'bs58check';", resolveDir: root },
    bundle: true,
    format: 'esm',
    outfile: join(into, 'bundle.js'),
    absWorkingDir: root,
    metafile: true,
    sourcemap: true,
    logLevel: 'silent',
    plugins: [plugin],
  });
  writeFileSync(join(into, 'metafile-esm.json'), JSON.stringify(metafile));
  return changedModules(into, root);
}

test('a build plugin that edits a module of a library is reported with the module', async () => {
  const edit = (name: string, change: (text: string) => string): Plugin => ({
    name,
    setup({ onLoad }) {
      onLoad({ filter: /base-x[\\/]src[\\/]esm[\\/]index\.js$/ }, ({ path }) => ({
        contents: change(readFileSync(path, 'utf8')),
      }));
    },
  });
  expect(await reportOf(edit('unchanged', (text) => text))).toEqual([]);
  const reported = ['node_modules/base-x/src/esm/index.js is not the installed file'];
  const sameLength = edit('same length', (text) => text.replace('Non-base', 'Not-base'));
  expect(await reportOf(sameLength)).toEqual(reported);
  expect(await reportOf(edit('shorter', (text) => text.replace('Non-', '')))).toEqual(reported);
});

/** Scripts that change the text of modules while they are bundled, and whose text it is. */
const editors: Readonly<Record<string, string>> = {
  'scripts/build/lazy-areas.ts': 'the lists of areas of our contract',
  'scripts/build/shared-modules.ts': 'the entries of our SDK',
  'scripts/build/split-commonjs.ts': 'the syntax of a finished file',
};

test('no script has a hook that edits modules, other than those that edit our own', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = listed
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)) && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\b(?:onLoad|renderChunk|generateBundle|transform)(?:\(\s*(?:\{|code\b|source\b)|:\s*(?:async\s*)?[({])/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  expect(found.sort()).toEqual(Object.keys(editors).sort());
});

test('the hooks that edit our own modules do not reach a library', () => {
  const filters: RegExp[] = [];
  const record = {
    onLoad: ({ filter }: { filter: RegExp }) => filters.push(filter),
    onResolve: () => expect.unreachable('modules are replaced'),
  };
  const options = publishedPackages().flatMap(buildOptions);
  for (const plugin of options.flatMap(({ esbuildPlugins = [] }) => esbuildPlugins)) {
    plugin.setup(record as never);
  }
  expect(filters.length).toBeGreaterThan(0);
  const paths = publishedPackages().flatMap((pkg) => [
    ...libraryModules(join(folder, pkg.id), pkg.folder).keys(),
  ]);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    expect(filters.filter((filter) => filter.test(join(root, path)))).toEqual([]);
  }
  const names = options.flatMap(({ plugins = [] }) => plugins.map(({ name }) => name));
  expect([...new Set(names)]).toEqual(['split-commonjs']);
});
