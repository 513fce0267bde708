import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { type Block, blocksOf } from '../../scripts/docs/blocks.ts';
import { root } from '../.vitepress/release.ts';

/** The folder of the written blocks, inside the repository, so that their imports resolve. */
const folder = join(root, 'docs/.vitepress/cache/snippets');

/** Whether a block creates its own mock and needs no other process. */
function isRunnable({ language, code, given, file }: Block): boolean {
  const isWhole = language === 'ts' && given === '' && file === undefined;
  return isWhole && code.includes('createMock(') && !/\/server'|\/msw'|localhost/.test(code);
}

/** Writes the blocks of YAML whose first line names their file, which the code of the page can read. */
function writeFiles(directory: string, blocks: readonly Block[]): void {
  mkdirSync(directory, { recursive: true });
  for (const { language, code } of blocks) {
    const name = /^# ([\w.-]+)\n/.exec(code)?.[1];
    if (language === 'yaml' && name !== undefined) writeFileSync(join(directory, name), code);
  }
}

function testOf(code: string, title: string, directory: string): string {
  if (code.includes("from 'vitest'")) return code;
  const imports = [...code.matchAll(/^import .*;$/gm)].map(([line]) => line);
  const body = code.replaceAll(/^import .*;\n/gm, '');
  // The files of a page are read by their names alone, as a reader's program reads them.
  return `${imports.join('\n')}
import { onTestFinished, test } from 'vitest';

test(${JSON.stringify(title)}, async () => {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(${JSON.stringify(directory)});
${body}});
`;
}

/** Writes every block of the pages and READMEs that can run as a test. */
function writeRunnableBlocks(): void {
  rmSync(folder, { recursive: true, force: true });
  const args = ['ls-files', '-co', '--exclude-standard', '*.md'];
  for (const file of execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')) {
    const { blocks } = blocksOf(readFileSync(join(root, file), 'utf8'));
    const runnable = blocks.filter(isRunnable);
    if (runnable.length === 0) continue;
    const name = file.replaceAll(/[/.]/g, '-');
    writeFiles(join(folder, name), blocks);
    for (const { code, first } of runnable) {
      const text = testOf(code, `${file}:${first} runs`, join(folder, name));
      writeFileSync(join(folder, `${name}-${first}.test.ts`), text);
    }
  }
}

// Before the files of tests are looked for, because these are some of them.
writeRunnableBlocks();

/**
 * The tests of the documentation site, `npm run test:docs`: they build it once, then read the pages,
 * search the index, run the examples and open the site in Chromium.
 */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'docs',
    include: ['docs/test/*.test.ts', 'docs/.vitepress/cache/snippets/*.test.ts'],
    // No test changes what another file sees, so that modules are loaded once in each worker.
    isolate: false,
    globalSetup: ['docs/test/support/site.ts'],
    // Limits only end tests that hang: no test depends on how fast or idle the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
