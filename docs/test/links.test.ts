import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { CryptoError } from '@org/payments-crypto';
import { RelayRefusal } from '@org/payments-relay';
import { InvalidRequestError } from '@org/payments-sdk';
import { WalletError } from '@org/payments-wallet';
import { describe, expect, test } from 'vitest';
import { entriesByCode } from '../../scripts/docs/facts/error-codes.ts';
import { errorPath, eventPath, operationPath } from '../../scripts/docs/pages/markdown.ts';
import { homepage, minor, folderOf as releaseFolder } from '../.vitepress/release.ts';
import { base, builtPage, builtPages, siteFolder } from './support/site.ts';

const repositoryFolder = join(siteFolder, '../../..');
const pages = [...builtPages().values()];

function isInside(link: string): boolean {
  return link.startsWith('#') || link.startsWith('/');
}

/** The reason why a link of a page is broken; undefined for a working one. */
function problem(from: string, link: string): string | undefined {
  const { pathname, hash } = new URL(link, `https://site.test${base}${from.slice(1)}`);
  if (!pathname.startsWith(base)) return `${from}: ${link} leaves the base path`;
  const path = `/${decodeURIComponent(pathname.slice(base.length))}`;
  if (existsSync(join(siteFolder, path)) && /\.\w+$/.test(path)) return undefined;
  const page = builtPages().get(path);
  if (page === undefined) return `${from}: ${link} is not a page`;
  const anchor = decodeURIComponent(hash.slice(1));
  if (anchor === '' || page.ids.has(anchor)) return undefined;
  return `${from}: ${path} has no ${hash}`;
}

test('every link and anchor inside the site leads to a page and a heading', () => {
  expect(pages.length).toBeGreaterThan(300);
  const checked = pages.flatMap(({ path, links }) =>
    links.filter(isInside).map((link) => problem(path, link)),
  );
  expect(checked.length).toBeGreaterThan(10_000);
  expect([...new Set(checked.filter((one) => one !== undefined))]).toEqual([]);
});

test.each([
  [`${base}not-a-page`, 'is not a page'],
  ['/elsewhere/', 'leaves the base path'],
  [`${base}#no-such-heading`, 'has no #no-such-heading'],
])('a link to %s is reported', (link, words) => {
  expect(problem('/guides/', link)).toContain(words);
});

/** The Markdown files of the repository, each with its links. */
function repositoryLinks(): (readonly [file: string, link: string])[] {
  const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: repositoryFolder });
  return listed
    .toString()
    .trim()
    .split('\n')
    .flatMap((file) => {
      const text = readFileSync(join(repositoryFolder, file), 'utf8');
      return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => [file, link] as const);
    });
}

test('links of the repository to the site lead to a page and a heading', () => {
  const links = repositoryLinks()
    .filter(([, link]) => link.startsWith(homepage))
    .map(([file, link]) => problem(`/${file}`, `${base}${link.slice(homepage.length)}`));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((one) => one !== undefined)).toEqual([]);
});

/** The file or folder of the repository that a link names; undefined for a link to anything else. */
function namedFile(from: string, link: string): string | undefined {
  const [, path] =
    /^https:\/\/github\.com\/org\/payments-sdk\/(?:blob|tree)\/main\/([^#]+)/.exec(link) ?? [];
  if (path !== undefined) return path;
  return /^(?:[a-z]+:|#|\/)/.test(link) ? undefined : join(dirname(from), link.split('#')[0] ?? '');
}

test('links to the repository lead to files and folders that exist', () => {
  const shown = pages.flatMap(({ path, links }) => links.map((link) => [path, link] as const));
  const absolute = shown.filter(([, link]) => link.startsWith('https:'));
  // Pages of the site may leave the extension away, which the test above follows.
  const written = repositoryLinks().filter(([file]) => !file.startsWith('docs/'));
  const named = [...absolute, ...written].flatMap(([from, link]) => {
    const path = namedFile(from, link);
    return path === undefined ? [] : [{ from, path }];
  });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ path }) => !existsSync(join(repositoryFolder, path)))).toEqual([]);
});

describe('every page that the packages require', () => {
  test('an operation has its request, response, errors, events and an example to run', () => {
    for (const { name, row } of operations()) {
      const { text, ids, html } = builtPage(operationPath(name));
      expect([...ids]).toEqual(
        expect.arrayContaining(['example', 'try-it', 'request', 'response', 'errors', 'events']),
      );
      expect(text).toContain(`${row.method} ${row.path}`);
      expect(text).toContain('curl -X');
      expect(html).toContain('try-it-source');
    }
  });

  test('an error code is found at the address in error.docs', () => {
    for (const code of entriesByCode().keys()) {
      expect(builtPage(errorPath(code)).text).toContain(code);
    }
    for (const { docs = '' } of [
      new InvalidRequestError([]),
      new WalletError('NETWORK'),
      new CryptoError('INVALID_HEX', 'not hex'),
      new RelayRefusal(400, 'TICKET_INVALID'),
    ]) {
      expect(docs.startsWith(`${homepage}errors/`)).toBe(true);
      builtPage(new URL(docs).pathname.slice(base.length - 1));
    }
  });

  test('an event has its data and its handler', () => {
    for (const type of eventRows().flatMap(({ types }) => types)) {
      expect([...builtPage(eventPath(type)).ids]).toEqual(
        expect.arrayContaining(['handle-it', 'data']),
      );
    }
  });
});

test('llms.txt lists pages that exist, and llms-full.txt contains their text', () => {
  const list = readFileSync(join(siteFolder, 'llms.txt'), 'utf8');
  const links = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(300);
  for (const link of links) {
    expect(link.startsWith(homepage)).toBe(true);
    builtPage(decodeURIComponent(`/${link.slice(homepage.length)}`));
  }
  const full = readFileSync(join(siteFolder, 'llms-full.txt'), 'utf8');
  expect(full).toContain('# The signed retry');
  expect(full).toContain('# cards.update');
  expect(full).not.toMatch(/<TryIt|<!-- with:/);
});

test('every page links to the versions, and names its own version', () => {
  expect(releaseFolder(minor)).toBe('v/0.1/');
  for (const { html } of [builtPage('/'), builtPage('/wallet'), builtPage('/operations/')]) {
    expect(html).toContain(`${homepage}v/${minor}/`);
    expect(html).toContain(`${homepage}versions`);
  }
});
