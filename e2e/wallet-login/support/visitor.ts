import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Demo, startDemo } from '../../../examples/wallet-login/demo/start-demo.ts';
import { approve } from '../../signer/support/person.ts';
import { addDevice, collectComplaints, connectToBrowser } from '../../support/one-browser.ts';

/** How long a test waits for an element. Long, so that a busy machine does not make a test fail. */
const PATIENCE = 60_000;

/**
 * Starts the demo, and opens it for a person with a browser of their own. An unexpected error of the
 * console fails the test.
 */
export async function visit() {
  const [demo, browser] = await Promise.all([startDemo(), connectToBrowser()]);
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  context.on('page', (page) => collectComplaints(page, complaints));
  await addDevice(context);
  onTestFinished(async () => {
    await browser.close();
    await demo.close();
    expect(complaints).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(demo.url);
  return { demo, context, page, complaints };
}

/** The button with a name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The title of the screen. */
export const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until words are visible. */
export const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Signs up with the platform. */
export async function signUp(page: Page, name = 'Ada Lovelace'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail address').fill(`${name.split(' ')[0]?.toLowerCase()}@example.com`);
  await button(page, 'Sign up').click();
  await title(page, 'Unlock your wallet').waitFor();
}

/** Signs in to the wallet with a code. */
export async function signInByCode({ mock }: Demo, page: Page): Promise<void> {
  await button(page, /^Send a code to/).click();
  const input = page.getByRole('textbox', { name: 'Code' });
  await input.waitFor();
  await input.fill(mock.outbox.at(-1)?.code ?? '');
  await button(page, 'Sign in').click();
  await title(page, 'Your wallet').waitFor();
}

/** The signer's frame. */
const signer = (page: Page) => page.frameLocator('iframe');

/** The window in which the signer asks. */
export async function openWindow(page: Page): Promise<Page> {
  await signer(page).getByText('Check and approve in a window').waitFor();
  const opened = page.context().waitForEvent('page');
  // Unlike a click, Chromium does not drop a key on a frame that has just appeared.
  await signer(page).getByRole('button', { name: 'Open window' }).press('Enter');
  return opened;
}

/** Creates a passkey, sees it in the list, signs out, and signs in with it. */
export async function addAndUsePasskey(page: Page): Promise<void> {
  await button(page, 'Add a passkey').click();
  const window = await openWindow(page);
  await window.getByText('My device', { exact: true }).waitFor();
  await approve(window, 'Add a passkey');
  // Who signs out before it is registered does not have it.
  await page.locator('payments-passkeys li', { hasText: 'My device' }).waitFor();
  await button(page, /^Sign out$/).click();
  await button(page, 'Use passkey “My device”').click();
  await see(page, 'Passkey, My device');
}

/** Waits until the page shows that the card is in a state. */
export async function seeCard(page: Page, state: 'Active' | 'Frozen'): Promise<void> {
  await page.getByTestId('card-state').filter({ hasText: state }).waitFor();
}

/** Freezes the card, up to the window. A signer that was just refused asks again after a second only. */
export async function askToFreeze(page: Page): Promise<Page> {
  const dialog = signer(page).getByRole('alertdialog');
  const wait = page.getByText('Wait a moment before you try again.');
  let isAsked = false;
  while (!isAsked) {
    await button(page, /^Freeze the card/).click();
    isAsked = await Promise.race([
      dialog.waitFor().then(() => true),
      wait.waitFor().then(() => false),
    ]);
  }
  return openWindow(page);
}

/** The state of the only card, as the service has it. */
export function cardAtService({ mock }: Demo): string | undefined {
  return mock.snapshot().tables.cards.rows.at(-1)?.[1].state;
}
