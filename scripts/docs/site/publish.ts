import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
  using work = mkdtempDisposableSync(join(tmpdir(), 'site-'));
  const inWork = (...args: string[]) =>
    git(folder, `--git-dir=${work.path}`, '--work-tree=.', ...args);
  const author = ['user.name=release workflow', 'user.email=release@users.noreply.github.com'];
  git(folder, 'init', '--quiet', '--bare', `--initial-branch=${siteBranch}`, work.path);
  inWork('config', 'core.bare', 'false');
  inWork('add', '--all', '--force', '.');
  const as = author.flatMap((setting) => ['-c', setting]);
  inWork(...as, 'commit', '--quiet', '--message', `Documentation as of ${version}`);
  inWork('push', '--quiet', '--force', remote, `HEAD:refs/heads/${siteBranch}`);
}

/** The documentation of a release, and where it goes. Folders are paths in the file system. */
export interface SiteParts {
  /** The version that is released. */
  readonly version: string;
  /** The path of the site, with slashes at both ends: `/payments-sdk/`. */
  readonly base: string;
  /** The documentation of the version, built for the root of the site. */
  readonly forRoot: string;
  /** The documentation of the version, built for `v/<minor>/`. */
  readonly forVersion: string;
  /** The site as it is published now, which becomes the new one; empty before the first release. */
  readonly into: string;
}

/** The releases that a published site contains. */
function publishedLines(folder: string): ReleaseLine[] {
  if (readdirSync(folder).length === 0) return [];
  const file = join(folder, 'versions.json');
  if (!existsSync(file)) throw new Error(`${folder} is not a published site: no versions.json`);
  const lines = JSON.parse(readFileSync(file, 'utf8')) as ReleaseLine[];
  for (const { minor } of lines) {
    if (!existsSync(join(folder, 'v', minor, 'index.html'))) {
      throw new Error(`The published site lists ${minor}, but v/${minor}/ is missing`);
    }
  }
  return lines;
}

/** Refuses a built site with links that leave its own path for another path of the same host. */
function refuseLeavingLinks(folder: string, base: string): void {
  const leaving = globSync('**/*.html', { cwd: folder }).flatMap((file) => {
    const html = readFileSync(join(folder, file), 'utf8');
    const links = [...html.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link);
    return links.filter((link) => !link.startsWith(base)).map((link) => `${file}: ${link}`);
  });
  if (leaving.length > 0) {
    throw new Error(`Links leave ${base}:\n${leaving.slice(0, 10).join('\n')}`);
  }
}

/**
 * Keeps the address of every page that an earlier version had and the root has not: an error of an
 * installed version names its page at the root.
 */
function leadToEarlierVersions(into: string, base: string, lines: readonly ReleaseLine[]): void {
  for (const { minor } of lines) {
    for (const file of globSync('**/*.html', { cwd: join(into, 'v', minor) })) {
      const target = join(into, file);
      if (existsSync(target)) continue;
      const path = file.replace(/\.html$/, '').replace(/(?:^|(?<=\/))index$/, '');
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, movedPage(`${base}v/${minor}/${path}`, minor));
    }
  }
}

/**
 * Makes the published site that of a release: its documentation in `v/<minor>/`, the other versions as
 * they were published, the newest version at the root, and the list of versions. A release of an earlier
 * line leaves the root as it is.
 *
 * @throws Error when a link of the new pages leaves their version, or the published site is incomplete
 */
export function assembleSite(parts: SiteParts): readonly ReleaseLine[] {
  const { version, base, forRoot, forVersion, into } = parts;
  const { minor } = lineOf(version);
  const lines = withRelease(publishedLines(into), version);
  refuseLeavingLinks(forRoot, base);
  refuseLeavingLinks(forVersion, `${base}v/${minor}/`);
  const replaced = [join('v', minor)];
  const isNewest = lineAtRoot(lines)?.minor === minor;
  if (isNewest) replaced.push(...readdirSync(into).filter((name) => name !== 'v'));
  for (const name of replaced) rmSync(join(into, name), { recursive: true, force: true });
  if (isNewest) cpSync(forRoot, into, { recursive: true });
  cpSync(forVersion, join(into, 'v', minor), { recursive: true });
  leadToEarlierVersions(into, base, lines);
  writeFileSync(join(into, 'versions.json'), `${JSON.stringify(lines, null, 2)}\n`);
  writeFileSync(join(into, 'versions.html'), versionsPage(lines, base));
  // GitHub Pages would otherwise leave out files whose names begin with an underscore or an @.
  writeFileSync(join(into, '.nojekyll'), '');
  return lines;
}

/** The line of a version. @throws Error for text that is not a version */
export function lineOf(version: string) {
  const minor = /^(\d+\.\d+)\.\d+(?:-[0-9A-Za-z.-]+)?$/.exec(version)?.[1];
  if (minor === undefined) throw new Error(`${version} is not a version such as 1.2.3`);
  return {
    /** `0.1` of `0.1.4`: its site is in `v/0.1/`. */
    minor,
    /** The version that the site describes. */
    version,
  };
}

/** A release whose site is kept: the newest of its minor line. */
export type ReleaseLine = ReturnType<typeof lineOf>;

/** The lines after a release, the newest first: its own line has the new version. */
export function withRelease(lines: readonly ReleaseLine[], version: string): ReleaseLine[] {
  const added = lineOf(version);
  const others = lines.filter(({ minor }) => minor !== added.minor);
  return [...others, added].sort((one, two) =>
    two.minor.localeCompare(one.minor, 'en', { numeric: true }),
  );
}

/** Of lines with the newest first, that whose site is at the root: not a prerelease, if there is one. */
export function lineAtRoot(lines: readonly ReleaseLine[]): ReleaseLine | undefined {
  return lines.find(({ version }) => !version.includes('-')) ?? lines[0];
}

function page(title: string, head: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Payments SDK</title>${head}
<style>
  :root { color-scheme: light dark; }
  body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }
</style>
<main>
  <h1>${title}</h1>
${body}
</main>
</html>
`;
}

/** The page that lists the documentation of every minor version; `base` is the path of the site. */
function versionsPage(lines: readonly ReleaseLine[], base: string): string {
  const root = lineAtRoot(lines);
  const items = lines.map(({ minor, version }) => {
    const atRoot = ` (the newest: also at <a href="${base}">${base}</a>)`;
    return `    <li><a href="${base}v/${minor}/">${minor}</a>, as of ${version}${minor === root?.minor ? atRoot : ''}</li>`;
  });
  return page(
    'Versions of the documentation',
    '',
    `  <p>Each minor version keeps its documentation. <a href="${base}releases#what-is-supported">What is supported</a></p>
  <ul>
${items.join('\n')}
  </ul>`,
  );
}

/** A page that leads to a page which only the documentation of an earlier version has. */
function movedPage(address: string, minor: string): string {
  return page(
    `In the documentation of ${minor}`,
    `\n<meta http-equiv="refresh" content="0; url=${address}">\n<link rel="canonical" href="${address}">`,
    `  <p>The newest version does not have this page. <a href="${address}">Read it in the documentation of ${minor}</a>.</p>`,
  );
}
