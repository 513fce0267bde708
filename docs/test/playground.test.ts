import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../e2e/support/one-browser.ts';
import { type OpenSite, openSite, openTab, type Tab } from './support/open-site.ts';

let site: OpenSite;
let tab: Tab;

beforeAll(async () => {
  site = await openSite({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  tab = await openTab(site.context, site.address);
});

afterAll(() => site?.close());

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

  test('the editor colours the program', async () => {
    const { page } = tab;
    await tab.visit('playground');
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    expect(await editor.locator('.code-keyword').count()).toBeGreaterThan(2);
    expect(await axeFindings(page)).toEqual([]);
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
