import type { PreparedNewPasskey, PreparedPasskey } from '@org/payments-wallet';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addDevice, type Device } from '../support/one-browser.ts';
import { callCeremonies } from './attacks/in-page.ts';
import { browser, PATIENCE, type Person, signedIn, stage, useStage } from './support/person.ts';

useStage();
let page: Page;
let person: Person;
let device: Device;

beforeAll(async () => {
  const context = await browser.newContext();
  page = await context.newPage();
  device = await addDevice(context);
  person = await signedIn(page, stage);
});
beforeEach(async () => {
  expect(await person.open()).toBe('active');
});

interface PasskeyPage {
  prepared: PreparedNewPasskey | PreparedPasskey;
  stop: AbortController;
  outcome: Promise<unknown>;
}

/** Begins to add a passkey, whose outcome is read with `person.outcome()`. */
async function beginToAdd(nickname: string): Promise<void> {
  await page.evaluate(async (name) => {
    const held = window as unknown as PasskeyPage;
    const prepared = await window.test.wallet.prepareNewPasskey({ nickname: name });
    held.stop = new AbortController();
    const confirm = () => prepared.confirm({ signal: held.stop.signal });
    held.outcome = window.test.attempt(confirm);
  }, nickname);
}
const passkeys = async () => {
  const { credentials } = await page.evaluate(() => window.test.wallet.account());
  return credentials.filter(({ type }) => type === 'PASSKEY');
};

it("creates a passkey on the signer's origin, and signs in with it there", async () => {
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new Error('The page was asked for a passkey.'));
    Object.assign(navigator.credentials, { create: refuse, get: refuse });
  });
  await beginToAdd('Phone');
  await person.frame().getByText('Phone', { exact: true }).waitFor();
  await person.isApprovable();
  await person.approve().click();
  expect(await person.outcome()).toMatchObject({ type: 'PASSKEY', nickname: 'Phone' });

  await page.evaluate(() => window.test.wallet.signOut());
  const signedInWith = await page.evaluate(async () => {
    const prepared = await window.test.wallet.passkey().prepare();
    const autofill = await window.test.attempt(() => prepared.autofill());
    return [autofill, (await prepared.confirm()).type];
  });
  expect(signedInWith).toEqual(['PASSKEYS_UNSUPPORTED', 'PASSKEY']);
  expect(await page.evaluate(() => window.test.wallet.state.status)).toBe('active');
  expect(page.context().pages()).toHaveLength(1);
});

it('ends with the refusal on the device, with its signal, and in the frame, whose window closes', async () => {
  const before = await passkeys();
  device.state = 'refuses';
  await beginToAdd('Refused');
  expect(await person.outcome()).toBe('CANCELLED');
  device.state = 'away';
  await page.evaluate(() => {
    window.open = () => null;
  });
  await beginToAdd('Stopped');
  await person.refuse().waitFor();
  await page.evaluate(() => (window as unknown as PasskeyPage).stop.abort());
  expect(await person.outcome()).toBe('ABORTED');
  await beginToAdd('Refused');
  await person.refuse().waitFor();
  const opening = page.context().waitForEvent('page');
  // Unlike a click, Chromium does not drop a key on a frame that has just appeared.
  const open = person.frame().getByRole('button', { name: 'Open window' });
  await open.press('Enter');
  const opened = await opening;
  const again = page.frames()[1]?.evaluate(() => {
    let count = 0;
    const { open: real } = window;
    window.open = (...parameters) => {
      count += 1;
      return real(...parameters);
    };
    return new Promise((resolve) => addEventListener('click', () => resolve(count)));
  });
  await open.press('Enter');
  expect(await again).toBe(0);
  await person.refuse().press('Enter');
  expect(await person.outcome()).toBe('CANCELLED');
  await expect.poll(() => opened.isClosed(), { timeout: PATIENCE }).toBe(true);
  expect(await passkeys()).toEqual(before);
});

it('attack: a script of the page ends without a passkey of its own', async () => {
  const before = await passkeys();
  const found = await page.evaluate(callCeremonies);
  expect(found).toEqual({
    seen: ['handle', 'timeLeft'],
    codes: ['INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT', 'ABORTED'],
  });
  expect(await person.open()).toBe('active');
  expect(await passkeys()).toEqual(before);
});
