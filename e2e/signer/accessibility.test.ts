import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { connectToBrowser } from '../support/one-browser.ts';
import { PATIENCE, signedIn } from './support/person.ts';
import { type SignerStage, startSignerStage } from './support/stage.ts';

let browser: Browser;
let stage: SignerStage;

beforeAll(async () => {
  [browser, stage] = await Promise.all([connectToBrowser(), startSignerStage()]);
}, 2 * PATIENCE);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

/** Role, name and state of the element with the focus, as a screen reader has them. */
async function focused(page: Page, frame: Frame): Promise<string> {
  const isInFrame = await page.evaluate("document.activeElement?.tagName === 'IFRAME'");
  const found = (isInFrame === true ? frame : page).locator(':focus').last();
  return (await found.count()) === 0 ? '' : (await found.ariaSnapshot()).replace(' [active]', '');
}

async function findings(page: Page, frame: Frame): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await axeFindings(frame)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
}

it('a person who cannot see the page reads and approves in the signer, and is back at the button', async () => {
  const page = await browser.newPage();
  const person = await signedIn(page, stage);
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
  await person.refuse().waitFor();
  const frame = person.frame();
  const hears = (words: RegExp) =>
    expect.poll(() => focused(page, frame), { timeout: PATIENCE }).toMatch(words);
  await hears(/^- textbox "Type \d{4} to approve"/);

  const dialog = frame.getByRole('alertdialog', {
    name: 'Freeze card',
    description: `•••• ${await stage.lastDigits(cardId)}`,
  });
  await dialog.and(frame.locator('[lang=en]')).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  expect(await findings(page, frame)).toEqual([]);
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  const announced = frame.getByRole('status').or(frame.getByRole('alert'));
  await announced.filter({ hasText: 'That is not the code.' }).waitFor();
  expect(await findings(page, frame)).toEqual([]);

  await person.isApprovable();
  await page.keyboard.press('Enter');
  expect(await person.outcome()).toMatchObject({ state: 'FROZEN' });
  await expect.poll(() => focused(page, page.mainFrame())).toMatch(/^- button "Freeze the card"/);
  await page.close();
});
