import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../e2e/support/axe.ts';
import { type OpenSite, openSite } from './support/open-site.ts';
import { openTab, type Tab } from './support/open-tab.ts';
import { builtPages } from './support/site.ts';

describe('the site in a browser', () => {
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
    const isEven = index % 2 === 0;
    return [
      { width: 'wide', colorScheme: isEven ? 'light' : 'dark' },
      { width: 'narrow', colorScheme: isEven ? 'dark' : 'light' },
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

  async function overflow(page: Page): Promise<number> {
    return page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }

  /** What is wrong with a page as it is shown in one width and colour scheme. */
  async function screenProblems(page: Page, { width, colorScheme }: Look): Promise<string[]> {
    await page.setViewportSize({ width: widths[width], height: 900 });
    await page.emulateMedia({ colorScheme });
    const state = colorScheme === 'dark' ? 'attached' : 'detached';
    await page.locator('html.dark').waitFor({ state });
    const wider = await overflow(page);
    return [
      ...(wider > 0 ? [`scrolls sideways by ${wider} pixels`] : []),
      ...(await axeFindings(page)),
    ].map((problem) => `${width}, ${colorScheme}: ${problem}`);
  }

  test.each(kinds.map((path, index) => ({ path, looks: looksAt(index) })))(
    '/$path is clean: narrow and wide, light and dark',
    async ({ path, looks }) => {
      await tab.visit(path);
      const found: string[] = [];
      for (const one of looks) found.push(...(await screenProblems(tab.page, one)));
      expect([...tab.problems(), ...found]).toEqual([]);
    },
  );

  /** Replaces what an editor holds, as a person does. */
  async function write(editor: Locator, text: string): Promise<void> {
    await editor.click();
    await editor.page().keyboard.press('ControlOrMeta+a');
    await editor.page().keyboard.insertText(text);
  }

  describe('the mock in the page', () => {
    test('the first page draws the signed retry as the program runs', async () => {
      const { page } = tab;
      await tab.visit('');
      const steps = page.locator('.retry-steps li');
      expect(await steps.count()).toBe(5);
      expect(await page.locator('.retry-steps .is-done').count()).toBe(0);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Done.' }).waitFor();
      expect(await page.locator('.retry-steps .is-done').count()).toBe(5);
      expect(await page.locator('.try-it-output').textContent()).toBe('The card is FROZEN');
      expect(tab.problems()).toEqual([]);
    });

    test('the editor colours the program, and completes operations and their fields', async () => {
      const { page } = tab;
      await tab.visit('playground');
      const editor = page.locator('.cm-content');
      await editor.waitFor();
      expect(await editor.locator('.code-keyword').count()).toBeGreaterThan(2);
      expect(await axeFindings(page)).toEqual([]);
      await write(editor, 'await payments.cards.');
      await page.keyboard.type('up');
      await page.locator('.cm-tooltip-autocomplete').getByText('update', { exact: true }).waitFor();
      await write(editor, 'await payments.cards.update({ ');
      await page.keyboard.type('sta');
      await page.locator('.cm-tooltip-autocomplete').getByText('state', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      expect(tab.problems()).toEqual([]);
    });

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
      expect(await axeFindings(page)).toEqual([]);
      expect(tab.problems()).toEqual([]);
    });

    test('runs what the reader changed, and shows an error with what to do', async () => {
      const { page } = tab;
      await tab.visit('operations/cards-update');
      const editor = page.locator('.cm-content');
      await page.locator('.try-it').scrollIntoViewIfNeeded();
      await editor.waitFor();
      const program = (await editor.innerText()).replace("'FROZEN'", "'MELTED'");
      await write(editor, program);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'ended with an error' }).waitFor();
      expect(await page.locator('.try-it-output').textContent()).toContain('[INVALID_REQUEST]');
      await page.getByRole('button', { name: 'Undo changes' }).click();
      expect(await editor.innerText()).toContain("'FROZEN'");

      await write(editor, 'for (;;) {}');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      expect(await page.locator('.try-it-output').textContent()).toBe('Stopped.');
    });
  });

  test('the search box finds an operation and leads to it', async () => {
    const { page } = tab;
    await tab.visit('quick-start');
    await page.getByRole('button', { name: 'Search' }).first().click();
    // A value of a field, which only a table says.
    await page.getByRole('searchbox').fill('SOLE_PROPRIETORSHIP');
    await page.locator('.results a[href*="/operations/customers"]').first().waitFor();
    await page.getByRole('searchbox').fill('cards.update');
    const result = page.locator('.results a[href*="/operations/cards-update"]').first();
    await result.waitFor();
    await result.click();
    await page.waitForURL(/\/operations\/cards-update/);
    await page.getByRole('heading', { level: 1, name: 'cards.update' }).waitFor();
    expect(tab.problems()).toEqual([]);
  });
});

describe('the site on a phone', () => {
  /** The width of a small phone, in CSS pixels. */
  const WIDTH = 360;
  /** Smaller text cannot be read on a phone. */
  const SMALLEST_TEXT = 11;

  let site: OpenSite;
  let tab: Tab;

  beforeAll(async () => {
    site = await openSite({ viewport: { width: WIDTH, height: 740 } });
    tab = await openTab(site.context, site.address);
  });

  afterAll(() => site?.close());

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

  test('on a phone no page with a diagram scrolls sideways, and the text of diagrams can be read', async () => {
    const paths = [...builtPages().values()]
      .filter(({ html }) => html.includes('class="diagram'))
      .map(({ path }) => path.slice(1));
    expect(paths.length).toBeGreaterThanOrEqual(7);
    for (const path of paths) {
      await tab.visit(path);
      const wider = await tab.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, path).toBe(0);
      const diagrams = await shownDiagrams();
      expect(diagrams.length, path).toBeGreaterThan(0);
      for (const { texts, smallest, isCut, hasHint } of diagrams) {
        expect(texts, path).toBeGreaterThan(2);
        expect(smallest, path).toBeGreaterThanOrEqual(SMALLEST_TEXT);
        // What does not fit scrolls in its own box, with a visible hint.
        if (isCut) expect(hasHint, path).toBe(true);
      }
    }
  });
});
