import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { connectToBrowser } from '../../support/one-browser.ts';
import type {} from './page.ts';
import { type SignerStage, startSignerStage } from './stage.ts';

/** Ends only a test that hangs. */
export const PATIENCE = 60_000;

export let browser: Browser;
export let stage: SignerStage;

/** Opens the browser and the stage before the first test of a file, and closes them after its last one. */
export function useStage(): void {
  beforeAll(async () => {
    [browser, stage] = await Promise.all([connectToBrowser(), startSignerStage()]);
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
  });
}

/**
 * Lets the popups that a page opens have the focus, as a person's browser does. In an automated
 * browser each page has it always, and a severed popup counts as closed.
 */
export async function focusPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
}

/** Types the code of the question in the signer's frame or window, as an Arabic keyboard does, and approves. */
export async function approve(place: FrameLocator | Page, act: string): Promise<void> {
  const label = place.locator('label').filter({ hasText: /\d{4}/ });
  const [code = ''] = (await label.innerText()).match(/\d{4}/) ?? [];
  const arabic = code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  await place.locator('input').pressSequentially(arabic);
  const button = place.getByRole('button', { name: act, disabled: false });
  // The window may be gone before the browser says that it was clicked.
  await button.click().catch(() => {});
}

/** Signs a new account in on a page, whose wallet keeps its key in the signer. */
export async function signedIn(page: Page, stage: SignerStage) {
  const account = stage.newAccount();
  const frame = () => {
    const found = page.frames().find((one) => one.url().startsWith(stage.signer.origin));
    if (found === undefined) throw new Error('The page does not have a frame of the signer.');
    return found;
  };
  const approve = () => frame().locator('label ~ .buttons .approve');
  const open = async () => {
    await page.goto(stage.app.origin);
    const status = await page.evaluate(([origin, id]) => window.test.open(origin, id), [
      stage.signer.origin,
      account.accountId,
    ] as const);
    // The tests refuse one prompt after the other.
    await frame().evaluate(() => localStorage.removeItem('payments-wallet:refusals'));
    return status;
  };
  const typeCode = async () => {
    // There is a code as long as the question is in sight.
    const label = frame().locator('label').filter({ hasText: /\d{4}/ });
    const code = (await label.innerText({ timeout: PATIENCE })).match(/\d{4}/)?.[0] ?? '';
    const input = frame().locator('input');
    await input.fill('');
    await input.pressSequentially(code);
  };
  const isApprovable = async (timeout = PATIENCE) => {
    await typeCode();
    // As a person does who reads to the end.
    for (const row of await frame().locator('.body .row, .body p').all()) {
      await row.scrollIntoViewIfNeeded();
      await page.waitForTimeout(150);
    }
    await expect.poll(() => approve().isEnabled(), { timeout }).toBe(true);
  };
  await open();
  await page.evaluate(async (id) => {
    await (await window.test.wallet.emailOtp(id).send()).verify('000000');
  }, account.emailId);
  return {
    page,
    account,
    /** Loads the page again; returns the status of its wallet. */
    open,
    frame,
    /** Starts an action, whose result or error code is read with `outcome()`. */
    begin: (action: string, input: object) =>
      page.evaluate(
        ([name, given]) => {
          const { test } = window;
          // Wrapped, as frameworks wrap their data.
          const run = test.attempt(() => test.wallet.run(name, new Proxy(given, {})));
          Object.assign(window, { outcome: run });
        },
        [action, input] as const,
      ),
    outcome: () => page.evaluate(() => (window as unknown as { outcome: unknown }).outcome),
    approve,
    refuse: () => frame().getByRole('button', { name: 'Refuse' }),
    /** Types the code of the prompt. */
    typeCode,
    /** Types the code, and waits until the prompt was visible for long enough. */
    isApprovable,
    /** As `isApprovable`, and removes the code again: nothing else is missing then. */
    async lacksOnlyCode() {
      await isApprovable();
      await frame().locator('input').fill('');
    },
  };
}

/** A person in front of the application's page, and what they see and do in the signer's frame. */
export type Person = Awaited<ReturnType<typeof signedIn>>;
