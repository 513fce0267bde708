import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../.vitepress/release.ts';

/** The folder of the written blocks, inside the repository, so that their imports resolve. */
const folder = join(root, 'docs/.vitepress/cache/snippets');

const block =
  /(?<given><!-- with: [\s\S]*? -->\s*)?^```ts(?: \[(?![^\]]*\.tsx?\])[^\]]+\])?\n(?<code>[\s\S]*?)^```/gm;

/** Whether a block creates its own mock and needs no other process. */
function isRunnable(code: string): boolean {
  return code.includes('createMock(') && !/\/server'|\/msw'|localhost/.test(code);
}

/** A block of YAML whose first line names its file, which the code of the page can then read. */
const namedFile = /^```yaml\n(?<content># (?<name>[\w.-]+)\n[\s\S]*?)^```/gm;

/** Writes the files that a page shows; returns their folder, or undefined if it shows none. */
function writeFilesOf(page: string, text: string): string | undefined {
  const files = [...text.matchAll(namedFile)];
  if (files.length === 0) return undefined;
  const directory = join(folder, page.replaceAll(/[/.]/g, '-'));
  mkdirSync(directory, { recursive: true });
  for (const { groups: { name = '', content = '' } = {} } of files) {
    writeFileSync(join(directory, name), content);
  }
  return directory;
}

function testOf(code: string, title: string, directory: string | undefined): string {
  if (code.includes("from 'vitest'")) return code;
  const imports = [...code.matchAll(/^import .*;$/gm)].map(([line]) => line);
  const body = code.replaceAll(/^import .*;\n/gm, '');
  // The files of a page are read by their names alone, as a reader's program reads them.
  const enter =
    directory === undefined
      ? ''
      : `const before = process.cwd();\nonTestFinished(() => process.chdir(before));\nprocess.chdir(${JSON.stringify(directory)});\n`;
  const vitest = directory === undefined ? 'test' : 'onTestFinished, test';
  return `${imports.join('\n')}\nimport { ${vitest} } from 'vitest';\n\ntest(${JSON.stringify(title)}, async () => {\n${enter}${body}});\n`;
}

/** Writes every block of the pages and READMEs that can run as a test; returns how many there are. */
export function writeRunnableBlocks(): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  let written = 0;
  for (const file of files.trim().split('\n')) {
    const text = readFileSync(join(root, file), 'utf8');
    const directory = writeFilesOf(file, text);
    for (const match of text.matchAll(block)) {
      const { given, code = '' } = match.groups ?? {};
      if (given !== undefined || !isRunnable(code)) continue;
      const line = text.slice(0, match.index).split('\n').length;
      const name = `${file.replaceAll(/[/.]/g, '-')}-${line}.test.ts`;
      writeFileSync(join(folder, name), testOf(code, `${file}:${line} runs`, directory));
      written += 1;
    }
  }
  return written;
}
