import { spawnSync } from 'node:child_process';
import { environment } from './run.ts';
import { root } from './workspace.ts';

/** Formats the text of a file as `npm run format` would, and sorts its imports. */
export function formatted(file: { readonly path: string; readonly text: string }): string {
  // Biome does not format Markdown.
  if (file.path.endsWith('.md')) return file.text;
  const command = file.path.endsWith('.ts') ? ['check', '--write'] : ['format'];
  const result = spawnSync('biome', [...command, `--stdin-file-path=${file.path}`], {
    cwd: root,
    env: environment(),
    input: file.text,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`cannot format ${file.path}: ${result.stderr}`);
  return result.stdout;
}
