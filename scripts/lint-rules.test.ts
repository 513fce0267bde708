import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './lib/run.ts';
import { readJson, root } from './lib/workspace.ts';

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
