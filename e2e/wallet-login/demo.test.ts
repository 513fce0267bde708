import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { approve } from '../signer/support/person.ts';
import { axeFindings } from '../support/one-browser.ts';
import {
  addAndUsePasskey,
  askToFreeze,
  button,
  cardAtService,
  openWindow,
  see,
  seeCard,
  signInByCode,
  signUp,
  title,
  visit,
} from './support/visitor.ts';

/** Returns what axe finds in light and dark, wide and narrow, and whether the page is wider than its window. */
async function findings(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const where = `${screen}, ${colorScheme}, ${width}`;
      found.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
      const needed = await page.evaluate('document.documentElement.scrollWidth');
      if (needed !== width) found.push(`${where}: needs ${needed} pixels`);
    }
  }
  return found;
}

test("a new person signs up, adds a passkey, and freezes and unfreezes a card, and pays somebody; the page's own files are enough, and each screen is accessible", async () => {
  const { demo, page, context, complaints } = await visit();
  const answer = await fetch(demo.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "script-src 'self'"]) expect(policy).toContain(part);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(await answer.text()).not.toMatch(/<script>|<style|style=|onclick=/);
  const hosts = new Set<string>();
  const bodies: Promise<string>[] = [];
  context.on('request', (request) => hosts.add(new URL(request.url()).origin));
  context.on('response', (response) => {
    // A response that the page did not wait for has no text.
    if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''));
  });
  await title(page, 'Open your wallet').waitFor();
  const found = await findings(page, 'welcome');
  await signUp(page);
  await page.locator('h1:focus', { hasText: 'Unlock your wallet' }).waitFor();
  found.push(...(await findings(page, 'unlock')));
  await signInByCode(demo, page);
  await see(page, '$1,284.50');
  found.push(...(await findings(page, 'dashboard')));
  // Script can read neither the key nor the login, and secrets stay on the server.
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).toBe('[{},{}]');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  await addAndUsePasskey(page);
  await page.getByText('Passkey, My device').waitFor();

  const first = await askToFreeze(page);
  const dialog = first.getByRole('alertdialog');
  await dialog.getByText(/^•••• \d{4}$/).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  await dialog.getByText('What is signed').click();
  await dialog.locator('pre').getByText('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').waitFor();
  found.push(...(await findings(page, 'signing')), ...(await axeFindings(first)));
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await see(page, 'You refused. Nothing was changed.');
  expect(cardAtService(demo)).toBe('ACTIVE');

  await approve(await askToFreeze(page), 'Freeze card');
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
  await see(page, 'The card is frozen.');
  await button(page, /^Unfreeze the card/).click();
  const asked = await openWindow(page);
  // Nothing is said any more of the question before.
  expect(await page.getByText('The card is frozen.').count()).toBe(0);
  await approve(asked, 'Unfreeze card');
  await seeCard(page, 'Active');
  expect(cardAtService(demo)).toBe('ACTIVE');

  await page.getByLabel('To').selectOption('Alan Turing');
  await page.getByLabel('Amount in dollars').fill('25');
  await button(page, 'Continue').click();
  const window = await openWindow(page);
  await window.getByText('Alan Turing', { exact: true }).waitFor();
  await approve(window, 'Pay 25.00 USD');
  await see(page, /^paid to Alan Turing$/);
  await see(page, '$1,259.50');
  found.push(...(await findings(page, 'receipt')));
  expect(found).toEqual([]);
  const [quote] = demo.mock.snapshot().tables.quotes.rows.at(-1)?.slice(1) ?? [];
  expect(quote).toMatchObject({ totalSendingAmount: 25_00 });
  const received = (await Promise.all(bodies)).join();
  expect(received).toContain('ada@example.com');
  expect(received).not.toContain(demo.mock.connection.clientSecret);
  expect([...hosts].sort()).toEqual(
    page
      .frames()
      .map((one) => new URL(one.url()).origin)
      .sort(),
  );
  expect(complaints).toEqual([]);
});
