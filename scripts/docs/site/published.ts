import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The branch that holds the published site, as one commit. */
const siteBranch = 'gh-pages';

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/**
 * Fetches the published site into a folder, which is empty when the repository has no such branch.
 *
 * @throws Error when the repository cannot be read: a failure must not look like a first release
 */
export function fetchPublished(remote: string, into: string): void {
  const listing = ['ls-remote', '--exit-code', '--heads', remote, siteBranch];
  const { status, stderr } = spawnSync('git', listing, { encoding: 'utf8' });
  if (status !== 0 && status !== 2) throw new Error(`Cannot read ${remote}: ${stderr.trim()}`);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  if (status === 2) return;
  git('.', 'clone', '--quiet', '--depth=1', `--branch=${siteBranch}`, remote, into);
  rmSync(join(into, '.git'), { recursive: true });
}

/** Replaces the published site by a folder. Its history is that of the releases, so one commit is kept. */
export function pushSite(folder: string, remote: string, version: string): void {
  const work = mkdtempSync(join(tmpdir(), 'site-'));
  const inWork = (...args: string[]) => git(folder, `--git-dir=${work}`, '--work-tree=.', ...args);
  const author = ['user.name=release workflow', 'user.email=release@users.noreply.github.com'];
  try {
    git(folder, 'init', '--quiet', '--bare', `--initial-branch=${siteBranch}`, work);
    inWork('config', 'core.bare', 'false');
    inWork('add', '--all', '--force', '.');
    const as = author.flatMap((setting) => ['-c', setting]);
    inWork(...as, 'commit', '--quiet', '--message', `Documentation as of ${version}`);
    inWork('push', '--quiet', '--force', remote, `HEAD:refs/heads/${siteBranch}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
