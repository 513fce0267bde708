import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { startStage, useStage, visit } from './support/stage.ts';
import { askToFreeze, button, signInByCode, signUp, title } from './support/steps.ts';

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
  await button(page, 'Add a passkey').waitFor();
  found.push(...(await findings(page, 'dashboard')));
  await askToFreeze(page);
  await page.getByText('What is signed').click();
  found.push(...(await findings(page, 'signing')));
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
          field(label).evaluate((input) => {
            const id = input.getAttribute('aria-describedby') ?? '';
            const focus = document.activeElement === input ? 'focused' : 'elsewhere';
            return `${focus}: ${document.getElementById(id)?.innerText ?? ''}`;
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
  await button(page, 'Log out').click();
  await field('Name').fill('Eve');
  await field('E-mail address').fill('ada@example.com');
  await button(page, 'Sign up').click();
  await described('E-mail address', 'focused: This address has an account');
  await button(page, 'Log in').click();
  await field('E-mail address').fill('nobody@example.com');
  await button(page, 'Log in').last().click();
  await described('E-mail address', 'focused: No account has this address');
});
