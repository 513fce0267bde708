import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  addAndUsePasskey,
  approve,
  askToFreeze,
  button,
  cardAtService,
  see,
  seeCard,
  signInByCode,
  signUp,
  title,
} from './support/steps.ts';

useStage();

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

test("a new person signs up, adds a passkey, and freezes and unfreezes a card with it; the page's own files are enough, and each screen is accessible", async () => {
  const demo = await startStage();
  const answer = await fetch(demo.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "script-src 'self'"]) expect(policy).toContain(part);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(await answer.text()).not.toMatch(/<script>|<style|style=|onclick=/);

  const { page, context, authenticator, complaints } = await visit(demo);
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
  expect(await authenticator.count()).toBe(1);
  await page.getByText('Passkey, My device').waitFor();

  await askToFreeze(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^•••• \d{4}$/).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  await dialog.getByText('What is signed').click();
  await dialog.locator('pre').getByText('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').waitFor();
  found.push(...(await findings(page, 'signing')));
  expect(found).toEqual([]);
  await button(page, 'Refuse').click();
  await see(page, 'You refused. Nothing was changed.');
  expect(cardAtService(demo)).toBe('ACTIVE');

  await askToFreeze(page);
  await approve(page);
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
  await see(page, 'The card is frozen.');
  await button(page, /^Unfreeze the card/).click();
  await dialog.waitFor();
  // Nothing is said any more of the question before.
  expect(await page.getByText('The card is frozen.').count()).toBe(0);
  await approve(page);
  await seeCard(page, 'Active');
  expect(cardAtService(demo)).toBe('ACTIVE');
  const received = (await Promise.all(bodies)).join();
  expect(received).toContain('ada@example.com');
  expect(received).not.toContain(demo.mock.connection.clientSecret);
  expect([...hosts]).toEqual([demo.url]);
  expect(complaints).toEqual([]);
});

test('a browser without passkeys, which cannot keep keys, uses codes until the reload', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, {
    initScript: () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    },
  });
  await signUp(page);
  await see(page, 'This browser keeps nothing for this page');
  await signInByCode(demo, page);
  await page.reload();
  await title(page, 'Unlock your wallet').waitFor();
});
