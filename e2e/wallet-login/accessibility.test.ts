import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  askToFreeze,
  button,
  codeInput,
  see,
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

test('axe reports no violations on any screen, in light and dark, wide and narrow', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  await title(page, 'Open your wallet').waitFor();
  const found = await findings(page, 'welcome');
  await signUp(page);
  await button(page, /^Send a code to/).waitFor();
  found.push(...(await findings(page, 'unlock')));
  await signInByCode(demo, page);
  await button(page, 'Add passkey').waitFor();
  found.push(...(await findings(page, 'dashboard')));
  await askToFreeze(page);
  await page.getByText('The exact text').click();
  found.push(...(await findings(page, 'signing')));
  await button(page, 'Cancel').click();
  await button(page, 'Sign out everywhere').click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await cancel.and(page.locator(':focus')).waitFor();
  found.push(...(await findings(page, 'sign out')));
  expect(found).toEqual([]);
});

test('an error is shown below its field, and is read out with it', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: /status of 4\d\d/ });
  const field = (label: string) => page.getByRole('textbox', { name: label });
  const described = (label: string, text: string) =>
    expect
      .poll(
        () =>
          field(label).evaluate((input: HTMLInputElement) => {
            const id = input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
            const scope = input.getRootNode() as Document | ShadowRoot;
            const focus = scope.activeElement === input ? 'focused' : 'elsewhere';
            return `${focus}: ${scope.getElementById(id)?.innerText ?? ''}`;
          }),
        { timeout: 60_000 },
      )
      .toContain(text);
  await field('Name').fill('   ');
  await field('E-mail address').fill('ada@example.com');
  await button(page, 'Sign up').click();
  await described('Name', 'focused: This cannot be used');
  expect(await field('E-mail address').getAttribute('aria-invalid')).toBeNull();
  await signUp(page);
  await button(page, /^Send a code to/).click();
  await codeInput(page).fill('999999');
  await button(page, 'Sign in').click();
  await described('Code', 'focused: That is not the code');
  const { page: other } = await visit(demo, { expected: /status of 4\d\d/ });
  await other.getByLabel('Name').fill('Eve');
  await other.getByLabel('E-mail address').fill('ada@example.com');
  await button(other, 'Sign up').click();
  const email = other.getByRole('textbox', { name: 'E-mail address' });
  await other.locator('.field', { has: email }).getByText('This address has an account').waitFor();
});

test('while the wallet loads, a placeholder names it, and no button is there that would move', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  await signUp(page);
  await signInByCode(demo, page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/wallet/v1/account', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Opening your wallet…' }).waitFor();
  expect(await button(page, /^Freeze the card/).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  release();
  await see(page, 'This one');
  expect(await page.locator('.skeleton').count()).toBe(0);
});
