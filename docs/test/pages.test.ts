import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../../e2e/support/one-browser.ts';
import { type OpenSite, openSite, openTab, type Tab } from './support/open-site.ts';
import { base, builtPages, siteFolder } from './support/site.ts';

/** Widths in CSS pixels: of a small laptop, of a large screen, and of a small phone. */
const LAPTOP = 1280;
const WIDE = 1440;
const PHONE = 360;
/** Smaller text cannot be read on a phone. */
const SMALLEST_TEXT = 11;
/** Pixels of the longest page that a reader scrolls through. */
const MAX_HEIGHT = 20_000;
/** Bytes of the search index, compressed: what the first search of a reader downloads. */
const MAX_INDEX_BYTES = 170_000;

let site: OpenSite;
let tab: Tab;

beforeAll(async () => {
  site = await openSite({ viewport: { width: LAPTOP, height: 800 }, reducedMotion: 'reduce' });
  tab = await openTab(site.context, site.address);
});

afterAll(() => site?.close());

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

test('no page contains an element that the compilers for server and browser treat differently', () => {
  const found = pages.filter(({ html }) => {
    const content = /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? '';
    return /<(?:style|script)\b/.test(content);
  });
  expect(found.map(({ path }) => path)).toEqual([]);
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

/** Whether the open page scrolls sideways in a width, in words. */
async function widthProblems(width: number): Promise<string[]> {
  await tab.page.setViewportSize({ width, height: 900 });
  const wider = await tab.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return wider > 0 ? [`${width}: scrolls sideways by ${wider} pixels`] : [];
}

/** How the diagrams of the open page are shown. */
function shownDiagrams() {
  return tab.page.locator('.diagram').evaluateAll((figures) =>
    figures.map((figure) => {
      const sizes = [...figure.querySelectorAll('svg text, li')]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => {
          const svg = element.closest('svg');
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          if (svg === null) return size;
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          // The width is rounded to fractions of a pixel.
          return Math.round(size * scale * 100) / 100;
        });
      const hint = figure.querySelector('.swipe');
      const box = hint?.getBoundingClientRect();
      return {
        texts: sizes.length,
        smallest: Math.min(...sizes),
        isCut: figure.scrollWidth > figure.clientWidth,
        hasHint: box !== undefined && box.width > 0 && box.left >= 0 && box.right <= innerWidth,
      };
    }),
  );
}

/** What is wrong with the diagrams of the open page on a phone. */
async function phoneProblems(): Promise<string[]> {
  const found = await widthProblems(PHONE);
  const diagrams = await shownDiagrams();
  if (diagrams.length === 0) found.push('shows no diagram on a phone');
  for (const { texts, smallest, isCut, hasHint } of diagrams) {
    if (texts <= 2 || smallest < SMALLEST_TEXT) found.push(`${texts} texts, from ${smallest} px`);
    // What does not fit scrolls in its own box, with a visible hint.
    if (isCut && !hasHint) found.push('a diagram is cut off without a hint');
  }
  return found;
}

async function inScheme(colorScheme: 'light' | 'dark'): Promise<void> {
  await tab.page.emulateMedia({ colorScheme });
  const state = colorScheme === 'dark' ? 'attached' : 'detached';
  await tab.page.locator('html.dark').waitFor({ state });
}

/** Opens a page; returns what Vue, the console, and the page's height complain of. */
async function openProblems(path: string, slowdown = 1): Promise<string[]> {
  await tab.page.setViewportSize({ width: LAPTOP, height: 800 });
  await tab.visit(path.slice(1), { waitUntil: 'load', slowdown });
  const height = await tab.page.evaluate(() => document.documentElement.scrollHeight);
  return [...tab.problems(), ...(height > MAX_HEIGHT ? [`is ${height} pixels high`] : [])];
}

/** The pages that are written by hand; tables of rows and types make the others. */
const isWritten = (path: string) =>
  !/^\/(?:api|errors|events|operations|reference|changelog)\b/.test(path);
const written = pages.filter(({ path }) => isWritten(path));
const hasDiagram = (html: string) => html.includes('class="diagram');

test('pages are found, and diagrams in them', () => {
  expect(written.length).toBeGreaterThan(50);
  expect(written.filter(({ html }) => hasDiagram(html)).length).toBeGreaterThanOrEqual(7);
});

test.each(written.map(({ path, html }, index) => ({ path, html, index })))(
  'Vue takes over $path as it was rendered; it fits, is accessible, and so are its diagrams',
  async ({ path, html, index }) => {
    const found = await openProblems(path);
    found.push(...(await clippedBlocks()).map((line) => `cut off: ${line}`));
    // What surrounds it is that of every page; a page of each kind is checked as a whole.
    await inScheme(index % 2 === 0 ? 'light' : 'dark');
    if (path !== '/') found.push(...(await axeFindings(tab.page, '.vp-doc')));
    if (hasDiagram(html)) found.push(...(await phoneProblems()));
    expect(found).toEqual([]);
  },
);

const kinds = [
  ...['/', '/playground', '/relay', '/operations/', '/operations/customers-create'],
  ...['/errors/UNAUTHORIZED', '/events/card-state-change', '/api/sdk-webhooks-testing'],
  '/reference/mock-options',
];

test.each(
  // Every other page takes the other two combinations: their style sheet is the same.
  kinds.flatMap((path, index) => [
    { path, width: index % 2 === 0 ? WIDE : 390, scheme: 'light' as const },
    { path, width: index % 2 === 0 ? 390 : WIDE, scheme: 'dark' as const },
  ]),
)('the whole of $path is clean at $width pixels, $scheme', async ({ path, width, scheme }) => {
  const found = await openProblems(path);
  await inScheme(scheme);
  found.push(...(await widthProblems(width)), ...(await axeFindings(tab.page)));
  expect(found).toEqual([]);
});

const generated = pages.filter(({ path }) => !isWritten(path));
const longest = generated.toSorted((one, two) => two.html.length - one.html.length).slice(0, 12);
const folders = Map.groupBy(generated, ({ path }) => path.split('/')[1]);
const samples = [...folders.values()].flatMap((all) => all[Math.floor(all.length / 2)] ?? []);
const paths = [...longest, ...samples].map(({ path }) => path);
const slow = ['/concepts/who-holds-what', ...paths.slice(0, 2)];

test.each([
  ...paths.map((path) => ({ path, slowdown: 1 })),
  ...slow.map((path) => ({ path, slowdown: 4 })),
])(
  '$path, one of the longest or of its kind, is taken over and not too high, $slowdown times slower',
  async ({ path, slowdown }) => expect(await openProblems(path, slowdown)).toEqual([]),
);

/** Follows a link to a page with a diagram, which the browser then renders without the server. */
async function followToDiagram(page: Page): Promise<void> {
  await page.locator('.VPSidebar a[href$="/concepts/who-holds-what"]').click();
  await page.getByRole('heading', { level: 1, name: 'Who holds what' }).waitFor();
}

test('a diagram is the same on a page that was opened and on one that a link led to, light and dark', async () => {
  const { page } = tab;
  const drawn = () => page.locator('.diagram svg').first().innerHTML();
  const fill = () =>
    page
      .locator('.diagram .node rect')
      .first()
      .evaluate((box) => getComputedStyle(box).fill);
  await page.emulateMedia({ colorScheme: 'light' });
  await tab.visit('concepts/who-holds-what');
  const direct = await drawn();
  const boxes = await page.locator('.diagram .on-others .node').allTextContents();
  expect(boxes.toSorted()).toEqual([
    '@org/payments-wallet',
    'API secretrelay secret',
    'Service',
    'relay, SDK',
    'session keynot extractable',
  ]);
  await tab.visit('concepts/signed-retry');
  await followToDiagram(page);
  expect(await drawn()).toBe(direct);
  expect(tab.problems()).toEqual([]);
  expect(await fill()).toBe('rgb(246, 246, 247)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark').waitFor({ state: 'attached' });
  expect(await fill()).toBe('rgb(22, 22, 24)');
});
