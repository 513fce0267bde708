import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../lib/workspace.ts';

/** Where the copy is: below the repository, so that it finds the installed packages. */
const COPY = join(root, '.cache', 'mutation');

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/**
 * Copies the files of the repository, committed or not, so that mutants are written where nobody
 * works. Packages of the workspace resolve to the copy, all others to the installed ones.
 *
 * @returns the directory of the copy
 */
export function copyTree(): string {
  rmSync(COPY, { recursive: true, force: true });
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const path of files.split('\0')) {
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(COPY, path));
  }
  for (const path of globSync('packages/*', { cwd: COPY })) {
    link(join(COPY, path), join(COPY, 'node_modules', '@org', `payments-${path.slice(9)}`));
    const nested = join(root, path, 'node_modules');
    if (existsSync(nested)) link(nested, join(COPY, path, 'node_modules'));
  }
  return COPY;
}
