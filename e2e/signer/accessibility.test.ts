import type { Frame, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from '../support/one-browser.ts';
import { approve, browser, PATIENCE, signedIn, stage, useStage } from './support/person.ts';

useStage();

/** Role, name and state of the element with the focus, as a screen reader has them. */
async function focused(view: Page | Frame): Promise<string> {
  const found = view.locator(':focus').last();
  return (await found.count()) === 0 ? '' : (await found.ariaSnapshot()).replace(' [active]', '');
}

const hears = (view: Page | Frame, words: RegExp) =>
  expect.poll(() => focused(view), { timeout: PATIENCE }).toMatch(words);

async function findings(page: Page, view: Page | Frame): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await axeFindings(view)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}

it('a person who cannot see the page reads and approves in the window of the signer, and is back at the button', async () => {
  const page = await browser.newPage();
  const person = await signedIn(page, stage);
  await person.frame().evaluate(() => localStorage.setItem('prompt', 'default'));
  await person.open();
  const cardId = stage.newCard(person.account.accountId);
  await page.evaluate((id) => {
    const button = document.createElement('button');
    button.textContent = 'Freeze the card';
    button.addEventListener('click', () => {
      const { test } = window;
      const outcome = test.attempt(() => test.wallet.run('freezeCard', { cardId: id }));
      Object.assign(window, { outcome });
    });
    document.body.append(button);
    button.focus();
  }, cardId);
  await page.keyboard.press('Enter');
  const frame = person.frame();
  await hears(frame, /^- button "Open window"/);
  await frame.getByRole('alertdialog', { name: 'Freeze card' }).waitFor();
  expect(await findings(page, frame)).toEqual([]);

  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await hears(popup, /^- textbox "Type \d{4} to approve"/);
  const dialog = popup.getByRole('alertdialog', {
    name: 'Freeze card',
    description: `•••• ${await stage.lastDigits(cardId)}`,
  });
  await dialog.and(popup.locator('[lang=en]')).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  expect(await findings(popup, popup)).toEqual([]);
  await popup.keyboard.type('0000');
  await popup.keyboard.press('Enter');
  const announced = popup.getByRole('status').or(popup.getByRole('alert'));
  await announced.filter({ hasText: 'That is not the code.' }).waitFor();
  expect(await findings(popup, popup)).toEqual([]);

  await popup.locator('input').fill('');
  await approve(popup, 'Freeze card');
  expect(await person.outcome()).toMatchObject({ state: 'FROZEN' });
  await hears(page, /^- button "Freeze the card"/);
  await page.close();
});
