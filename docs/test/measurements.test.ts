import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../../e2e/support/axe.ts';
import { type OpenSite, openSite } from './support/open-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { base, builtPages, siteFolder } from './support/site.ts';

/** The width of a small laptop, in CSS pixels. */
const WIDTH = 1280;
/** Pixels of the longest page that a reader scrolls through. */
const MAX_HEIGHT = 20_000;
/** Bytes of the search index, compressed: what the first search of a reader downloads. */
const MAX_INDEX_BYTES = 168_000;

let site: OpenSite;
let tab: Tab;

beforeAll(async () => {
  site = await openSite({ viewport: { width: WIDTH, height: 800 }, reducedMotion: 'reduce' });
  tab = await openTab(site.context, site.address);
});

afterAll(() => site?.close());

/** The paths of pages, without their first slash. */
const pages = [...builtPages().values()].filter(({ path }) => path !== '/404');

test('the search index is small', () => {
  const [file] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: siteFolder });
  const size = gzipSync(readFileSync(join(siteFolder, file ?? '')), { level: 9 }).byteLength;
  expect(size).toBeLessThan(MAX_INDEX_BYTES);
  expect(size).toBeGreaterThan(MAX_INDEX_BYTES / 3);
});

test('the text of each page is beside it, as its head says', () => {
  const others = pages.filter(({ path }) => path !== '/');
  const missing = others.filter(({ html }) => {
    const [, href = ''] = /type="text\/markdown" href="([^"]+)"/.exec(html) ?? [];
    const file = join(siteFolder, href.slice(base.length));
    return href === '' || !existsSync(file) || readFileSync(file, 'utf8').trim().length < 40;
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('each page has its own description', () => {
  const descriptions = pages.map(
    ({ html }) => /<meta property="og:description" content="([^"]*)"/.exec(html)?.[1] ?? '',
  );
  const repeated = descriptions.filter((one, index) => descriptions.indexOf(one) !== index);
  expect(repeated).toEqual([]);
});

/** The first lines of the code blocks of the open page that do not fit their box. */
function clippedBlocks(): Promise<string[]> {
  return tab.page.locator('.vp-doc pre').evaluateAll((blocks) =>
    blocks
      .filter((block) => block.getClientRects().length > 0)
      .filter((block) => block.scrollWidth > block.clientWidth)
      .map((block) => {
        const lines = (block.textContent ?? '').split('\n');
        return lines.toSorted((one, two) => two.length - one.length)[0] ?? '';
      }),
  );
}

/** The pages that are written by hand; tables of rows and types make the others. */
const written = pages.filter(
  ({ path }) => !/^\/(?:api|errors|events|operations|reference|changelog)\b/.test(path),
);

test('each written page fits a small laptop and is accessible', async () => {
  expect(written.length).toBeGreaterThan(50);
  const problems: Record<string, readonly string[]> = {};
  for (const { path } of written) {
    await tab.visit(path.slice(1), { waitUntil: 'load' });
    const clipped = await clippedBlocks();
    const found = [
      ...clipped.map((line) => `cut off: ${line}`),
      // What surrounds it is that of every page; a page of each kind is checked as a whole.
      ...(path === '/' ? [] : await axeFindings(tab.page, '.vp-doc')),
    ];
    if (found.length > 0) problems[path] = found;
  }
  expect(problems).toEqual({});
});

test('no page is higher than a reader scrolls', async () => {
  const longest = pages.toSorted((one, two) => two.html.length - one.html.length).slice(0, 24);
  for (const { path } of longest) {
    await tab.visit(path.slice(1), { waitUntil: 'load' });
    const height = await tab.page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, path).toBeLessThanOrEqual(MAX_HEIGHT);
  }
});
