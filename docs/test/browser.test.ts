import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';
import { type ServedSite, serveSite } from './support/serve-site.ts';

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

let site: ServedSite;
let browser: Browser;

beforeAll(async () => {
  site = await serveSite();
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...chromiumFlags],
  });
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

interface Visit {
  readonly page: Page;
  /** The problems of the page: errors, and requests to other sites. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

async function open(path: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: widths.wide, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(240_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Vue reports this on some loads of some pages, with and without our components, and repairs
    // it.
    if (message.text().includes('Hydration completed but contains mismatches')) return;
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(site.address).origin)) problems.push(request.url());
  });
  await page.goto(`${site.address}${path}`, { waitUntil: 'networkidle' });
  return { page, problems, close: () => context.close() };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: axe });
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run(),
  );
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${JSON.stringify(nodes.slice(0, 3).map(({ target }) => target))}`,
  );
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Checks a page in every width and both colour schemes, and returns its problems. */
async function look(visit: Visit): Promise<string[]> {
  const { page } = visit;
  const found: string[] = [];
  for (const [name, width] of Object.entries(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const state = colorScheme === 'dark' ? 'attached' : 'detached';
      await page.locator('html.dark').waitFor({ state });
      const wider = await overflow(page);
      if (wider > 0) found.push(`${name}: scrolls sideways by ${wider} pixels`);
      found.push(...(await violations(page)).map((one) => `${name}, ${colorScheme}: ${one}`));
    }
  }
  return [...visit.problems, ...found];
}

test.each(kinds)(
  '/%s has no axe violations or errors: narrow and wide, light and dark',
  async (path) => {
    const visit = await open(path);
    expect(await look(visit)).toEqual([]);
    await visit.close();
  },
);

describe('the mock in the page', () => {
  test('runs the example of an operation, and shows both legs', async () => {
    const visit = await open('operations/cards-update');
    const { page } = visit;
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
    expect(visit.problems).toEqual([]);
    await visit.close();
  });

  test("runs the reader's edit, and shows an error with its action", async () => {
    const visit = await open('operations/cards-update');
    const { page } = visit;
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
    await visit.close();
  });
});

test('the search box finds an operation and leads to it', async () => {
  const visit = await open('quick-start');
  const { page } = visit;
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('cards.update');
  const result = page.locator('.results a[href*="/operations/cards-update"]').first();
  await result.waitFor();
  await result.click();
  await page.waitForURL(/\/operations\/cards-update/);
  await page.getByRole('heading', { level: 1, name: 'cards.update' }).waitFor();
  expect(visit.problems).toEqual([]);
  await visit.close();
});
