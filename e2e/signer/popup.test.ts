import type { createWallet, PreparedOAuth, Wallet } from '@org/payments-wallet';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';
import { type SignerStage, startSignerStage } from './support/stage.ts';

interface Test {
  createWallet: typeof createWallet;
  wallet: Wallet;
  oauth: PreparedOAuth;
  outcome: Promise<string>;
}

let browser: Browser;
let stage: SignerStage;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...chromiumFlags],
  });
}, 60_000);
afterAll(() => browser.close());
beforeEach(async () => {
  stage = await startSignerStage();
  page = await browser.newPage();
}, 60_000);
afterEach(async () => {
  await page.close();
  await stage.close();
});

it('signs in by popup with a provider that cuts it off from the page that opened it', async () => {
  const { accountId, oauthId, signer, foreign } = stage;
  await page.goto(`${signer.origin}/plain`);
  await page.waitForFunction('window.createWallet !== undefined');
  await page.evaluate(
    async ({ account, id, authorize }) => {
      const test = window as unknown as Test;
      test.wallet = test.createWallet({ relay: '/relay', accountId: account });
      test.oauth = await test.wallet.oauth(id).prepare();
      const { nonce, state } = test.oauth;
      const url = `${authorize}?${new URLSearchParams({ nonce, state, wait: '1500' })}`;
      const button = document.createElement('button');
      button.textContent = 'Sign in';
      button.addEventListener('click', () => {
        test.outcome = test.oauth.popup(url).then(
          ({ type }) => type,
          (error: { code: string }) => error.code,
        );
      });
      document.body.append(button);
    },
    { account: accountId, id: oauthId, authorize: `${foreign.origin}/authorize` },
  );
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await popup.waitForURL(/authorize/);
  // The policy has worked: the provider's page has no opener.
  expect(await popup.title()).toBe('null');
  const closed = popup.waitForEvent('close');
  expect(await page.evaluate(() => (window as unknown as Test).outcome)).toBe('OAUTH');
  await closed;
});
