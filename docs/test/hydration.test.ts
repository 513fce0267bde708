import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './support/open-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { builtPages } from './support/site.ts';

/**
 * Vue takes over the pages that were rendered when the site was built. If it would render something
 * else, it warns in the console and changes the page: a diagram once lost its last node that way.
 */
let site: OpenSite;
let tabs: readonly [Tab, Tab];

beforeAll(async () => {
  site = await openSite({ viewport: { width: 1440, height: 900 } });
  const open = () => openTab(site.context, site.address);
  tabs = await Promise.all([open(), open()]);
});

afterAll(() => site?.close());

const pages = [...builtPages().values()].filter(({ path }) => path !== '/404');

/** Every page with a diagram, and two of each folder: the first and one in the middle. */
function sample(): string[] {
  const folders = Map.groupBy(pages, ({ path }) => /^\/(\w+)\//.exec(path)?.[1]);
  const diagrams = pages.filter(({ html }) => html.includes('class="diagram'));
  const others = [...folders.values()].flatMap((members) => [
    ...members.slice(0, 1),
    ...members.slice(members.length / 2).slice(0, 1),
  ]);
  return [...new Set([...diagrams, ...others].map(({ path }) => path.slice(1)))];
}

/** Opens pages one after another in each tab; returns what went wrong, with the page. */
async function problemsOf(paths: readonly string[], slowdown: number): Promise<string[]> {
  const found: string[] = [];
  const queue = paths.values();
  const openAll = async (tab: Tab) => {
    for (const path of queue) {
      await tab.visit(path, { slowdown, waitUntil: 'load' });
      found.push(...tab.problems().map((problem) => `/${path}: ${problem}`));
    }
  };
  await Promise.all(tabs.map(openAll));
  return found;
}

test('no page contains an element that the compilers for server and browser treat differently', () => {
  const found = pages.filter(({ html }) => {
    const content = /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? '';
    return /<(?:style|script)\b/.test(content);
  });
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('Vue takes over pages of every kind without a warning, on a slow processor too', async () => {
  const paths = sample();
  expect(paths.length).toBeGreaterThan(20);
  expect(await problemsOf(paths, 1)).toEqual([]);
  expect(await problemsOf(paths.slice(0, 6), 4)).toEqual([]);
});

/** Follows a link to a page with a diagram, which the browser then renders without the server. */
async function followToDiagram(page: Page): Promise<void> {
  await page.locator('.VPSidebar a[href$="/concepts/who-holds-what"]').click();
  await page.getByRole('heading', { level: 1, name: 'Who holds what' }).waitFor();
}

test('a diagram is the same on a page that was opened and on one that a link led to, light and dark', async () => {
  const [tab] = tabs;
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
