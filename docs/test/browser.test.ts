import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenSite, openSite } from './support/open-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One page of each kind. */
const kinds = [
  '',
  'quick-start',
  'playground',
  'concepts/signed-retry',
  'concepts/who-holds-what',
  'relay',
  'operations/',
  'operations/cards-update',
  'operations/customers-create',
  'errors/UNAUTHORIZED',
  'events/card-state-change',
  'api/sdk-webhooks-testing',
  'reference/mock-options',
] as const;

const widths = { narrow: 390, wide: 1440 };

interface Look {
  readonly width: keyof typeof widths;
  readonly colorScheme: 'light' | 'dark';
}

/**
 * How a page is looked at: in both widths and both colour schemes. Every other page takes the other
 * two combinations, because what differs between them is the same style sheet on every page.
 */
function looksAt(index: number): readonly Look[] {
  return index % 2 === 0
    ? [
        { width: 'wide', colorScheme: 'light' },
        { width: 'narrow', colorScheme: 'dark' },
      ]
    : [
        { width: 'wide', colorScheme: 'dark' },
        { width: 'narrow', colorScheme: 'light' },
      ];
}

let site: OpenSite;
let tab: Tab;

beforeAll(async () => {
  site = await openSite({
    viewport: { width: widths.wide, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  tab = await openTab(site.context, site.address);
});

afterAll(() => site?.close());

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: axe });
  const found = await page.evaluate(() => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run(options: { resultTypes: string[] }): Promise<{ violations: Violation[] }>;
      };
    };
    return checker.run({ resultTypes: ['violations'] });
  });
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${JSON.stringify(nodes.slice(0, 3).map(({ target }) => target))}`,
  );
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** What is wrong with a page as it is shown in one width and colour scheme. */
async function look(page: Page, { width, colorScheme }: Look): Promise<string[]> {
  await page.setViewportSize({ width: widths[width], height: 900 });
  await page.emulateMedia({ colorScheme });
  const state = colorScheme === 'dark' ? 'attached' : 'detached';
  await page.locator('html.dark').waitFor({ state });
  const wider = await overflow(page);
  return [
    ...(wider > 0 ? [`scrolls sideways by ${wider} pixels`] : []),
    ...(await violations(page)),
  ].map((problem) => `${width}, ${colorScheme}: ${problem}`);
}

test.each(kinds.map((path, index) => ({ path, looks: looksAt(index) })))(
  '/$path is clean: narrow and wide, light and dark',
  async ({ path, looks }) => {
    await tab.visit(path);
    const found: string[] = [];
    for (const one of looks) found.push(...(await look(tab.page, one)));
    expect([...tab.problems(), ...found]).toEqual([]);
  },
);

describe('the mock in the page', () => {
  test('runs the example of an operation, and shows both legs', async () => {
    const { page } = tab;
    await tab.visit('operations/cards-update');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Done.' }).waitFor();
    expect(await page.locator('.try-it-output').textContent()).toContain('"state": "FROZEN"');
    const requests = await page.locator('.try-it-requests summary').allTextContents();
    expect(requests).toHaveLength(2);
    expect(requests[0]).toContain('202PATCH /cards/Card:7c1ecards.update, leg 1: a challenge');
    expect(requests[1]).toContain('200PATCH /cards/Card:7c1ecards.update, leg 2');
    await page.locator('.try-it-requests summary').last().click();
    expect(await page.locator('.try-it-requests pre').last().isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(tab.problems()).toEqual([]);
  });

  test('runs what the reader changed, and shows an error with what to do', async () => {
    const { page } = tab;
    await tab.visit('operations/cards-update');
    const editor = page.getByRole('textbox', { name: /Runs against the mock/ });
    await editor.fill((await editor.inputValue()).replace("'FROZEN'", "'MELTED'"));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'ended with an error' }).waitFor();
    expect(await page.locator('.try-it-output').textContent()).toContain('[INVALID_REQUEST]');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    expect(await editor.inputValue()).toContain("'FROZEN'");

    await editor.fill('for (;;) {}');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await page.locator('.try-it-output').textContent()).toBe('Stopped.');
  });
});

test('the search box finds an operation and leads to it', async () => {
  const { page } = tab;
  await tab.visit('quick-start');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('cards.update');
  const result = page.locator('.results a[href*="/operations/cards-update"]').first();
  await result.waitFor();
  await result.click();
  await page.waitForURL(/\/operations\/cards-update/);
  await page.getByRole('heading', { level: 1, name: 'cards.update' }).waitFor();
  expect(tab.problems()).toEqual([]);
});
