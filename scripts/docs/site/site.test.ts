import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  assembleSite,
  fetchPublished,
  lineAtRoot,
  lineOf,
  pushSite,
  withRelease,
} from './publish.ts';

const base = '/payments-sdk/';
const work = mkdtempSync(join(tmpdir(), 'site-test-'));
afterAll(() => rmSync(work, { recursive: true }));

let folders = 0;

function newFolder(): string {
  folders += 1;
  return join(work, String(folders));
}

type Pages = Readonly<Record<string, string>>;

/** A built site: each page links to its own path, as VitePress writes it. */
function builtSite(path: string, pages: Pages): string {
  const folder = newFolder();
  for (const [file, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const links = `<a href="${path}quick-start">Quick start</a> <a href="https://else.test/">Else</a>`;
    writeFileSync(join(folder, file), `<script src="${path}app.js"></script>${links} ${text}`);
  }
  return folder;
}

/** Releases a version whose pages contain its number, on top of what is published. */
function release(version: string, published?: string, more: readonly string[] = []): string {
  const { minor } = lineOf(version);
  const names = ['index.html', 'errors/UNAUTHORIZED.html', ...more];
  const pages = Object.fromEntries(names.map((name) => [name, `of ${version}`]));
  const into = newFolder();
  mkdirSync(into);
  if (published !== undefined) cpSync(published, into, { recursive: true });
  const forRoot = builtSite(base, pages);
  assembleSite({
    version,
    base,
    forRoot,
    forVersion: builtSite(`${base}v/${minor}/`, pages),
    into,
  });
  return into;
}

function text(site: string, file: string): string {
  return readFileSync(join(site, file), 'utf8');
}

describe('assembling the site of a release', () => {
  test('a new minor version takes the root, and the earlier one is kept as it was', () => {
    const first = release('0.1.3');
    expect(text(first, 'index.html')).toContain('of 0.1.3');
    expect(existsSync(join(first, '.nojekyll'))).toBe(true);
    const second = release('0.2.0', first);
    expect(text(second, 'index.html')).toContain('of 0.2.0');
    expect(text(second, 'v/0.2/index.html')).toContain('of 0.2.0');
    expect(text(second, 'v/0.1/index.html')).toBe(text(first, 'v/0.1/index.html'));
    const links = [...text(second, 'versions.html').matchAll(/<li><a href="([^"]+)">.*/g)];
    expect(links.map(([, link]) => link)).toEqual(['/payments-sdk/v/0.2/', '/payments-sdk/v/0.1/']);
    expect(links[0]?.[0]).toContain('0.2</a>, as of 0.2.0 (the newest');
  });

  test('a patch replaces the pages of its version and leaves the root at the newest one', () => {
    const first = release('0.1.0', undefined, ['guides/old.html']);
    expect(globSync('**/old.html', { cwd: release('0.1.1', first) })).toEqual([]);
    const fixed = release('0.1.1', release('0.2.0', first));
    expect(text(fixed, 'index.html')).toContain('of 0.2.0');
    expect(text(fixed, 'v/0.1/index.html')).toContain('of 0.1.1');
  });

  test('the address that an error of an earlier version names leads to its page', () => {
    const first = release('0.1.0', undefined, ['errors/RETIRED.html']);
    const second = release('0.2.0', first);
    const third = release('0.3.0', second);
    for (const site of [second, third]) {
      expect(text(site, 'errors/RETIRED.html')).toContain(
        'url=/payments-sdk/v/0.1/errors/RETIRED"',
      );
    }
    expect(text(third, 'errors/UNAUTHORIZED.html')).toContain('of 0.3.0');
  });

  test('the root has the newest of the versions that are not prereleases', () => {
    const site = release('1.0.0-beta.1', release('0.9.0'));
    expect(text(site, 'index.html')).toContain('of 0.9.0');
    expect(text(site, 'v/1.0/index.html')).toContain('of 1.0.0-beta.1');
    const lines = ['0.9.0', '0.10.0', '1.0.0-beta.1'].reduce(withRelease, [] as const);
    expect(lines.map(({ minor }) => minor)).toEqual(['1.0', '0.10', '0.9']);
    expect(lineAtRoot(lines)).toEqual({ minor: '0.10', version: '0.10.0' });
  });

  test.each([
    [base, base, 'Links leave /payments-sdk/v/0.1/:\na.html: /payments-sdk/app.js'],
    ['/', `${base}v/0.1/`, 'Links leave /payments-sdk/:'],
  ])('a site for %s, whose version is for %s, is refused', (root, version, message) => {
    const forRoot = builtSite(root, { 'a.html': '' });
    const forVersion = builtSite(version, { 'a.html': '' });
    const parts = { version: '0.1.0', base, into: builtSite(base, {}), forRoot, forVersion };
    mkdirSync(parts.into);
    expect(() => assembleSite(parts)).toThrow(message);
  });

  test('a published site that is incomplete is refused, so that no version is lost', () => {
    const published = release('0.1.0');
    rmSync(join(published, 'v/0.1/index.html'));
    expect(() => release('0.2.0', published)).toThrow('lists 0.1, but v/0.1/ is missing');
    rmSync(join(published, 'versions.json'));
    expect(() => release('0.2.0', published)).toThrow('no versions.json');
  });

  test.each(['0.1', 'v0.1.0', '../1.2.3'])('%s is not a version', (version) => {
    expect(() => lineOf(version)).toThrow('is not a version');
  });
});

describe('publishing to a branch', () => {
  const remote = join(work, 'remote.git');
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });

  test('what is pushed is what the next release fetches, as one commit', () => {
    git('init', '--quiet', '--bare', remote);
    const fetched = newFolder();
    fetchPublished(remote, fetched);
    expect(readdirSync(fetched)).toEqual([]);
    const first = release('0.1.0');
    mkdirSync(join(first, 'assets/chunks'), { recursive: true });
    writeFileSync(join(first, 'assets/chunks/@index.js'), 'search');
    pushSite(first, remote, '0.1.0');
    fetchPublished(remote, fetched);
    expect(text(fetched, 'assets/chunks/@index.js')).toBe('search');

    pushSite(release('0.2.0', fetched), remote, '0.2.0');
    fetchPublished(remote, fetched);
    expect(text(fetched, 'v/0.1/index.html')).toContain('of 0.1.0');
    expect(existsSync(join(fetched, 'assets'))).toBe(false);
    expect(git('-C', remote, 'log', '--format=%s', 'gh-pages').trim()).toBe(
      'Documentation as of 0.2.0',
    );
  });

  test('a repository that cannot be read is not a first release', () => {
    expect(() => fetchPublished(join(work, 'missing.git'), newFolder())).toThrow('Cannot read');
  });
});
