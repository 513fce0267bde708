import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addStyles } from './attacks/in-page.ts';
import { browser, stage, useStage } from './support/person.ts';

useStage();
let page: Page;

beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(async () => {
  Object.assign(stage.headers, { app: {}, signer: {} });
  await page.close();
});

/** What a wallet of the page says of the frame. */
async function complaint(): Promise<string> {
  await page.goto(stage.app.origin);
  return page.evaluate((origin) => window.test.silence(origin), stage.signer.origin);
}

it('opens the frame where no header forbids it', async () => {
  expect(await complaint()).not.toMatch(/^SIGNER_UNAVAILABLE/);
});

it('attack: the policy of the example lets nothing of others draw on the signer', async () => {
  await page.goto(stage.signer.origin);
  expect(await page.evaluate(addStyles)).toEqual(['sheet', 'html', 'attribute', 'link']);
  stage.headers.signer = stage.exampleHeaders;
  await page.goto(stage.signer.origin);
  expect(await page.evaluate(addStyles)).toEqual([]);
});

const isolation = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
};

it.each([
  ['app', 'frame-src', { 'content-security-policy': "frame-src 'none'" }],
  ['app', 'frame-src', { 'content-security-policy': "child-src 'none'" }],
  [
    'app',
    'frame-src',
    { 'content-security-policy': "default-src 'self' 'unsafe-inline'; connect-src *" },
  ],
  ['app', 'Cross-Origin-Embedder-Policy', isolation],
  ['app', 'Cross-Origin-Embedder-Policy', { 'cross-origin-embedder-policy': 'require-corp' }],
  ['signer', 'frame-ancestors', { 'content-security-policy': "frame-ancestors 'none'" }],
  ['signer', 'X-Frame-Options', { 'x-frame-options': 'DENY' }],
] as const)(
  'names the header of the %s that forbids the frame, %s: %j',
  async (site, header, fields) => {
    stage.headers[site] = fields;
    const message = await complaint();
    expect(message).toMatch(/^SIGNER_UNAVAILABLE/);
    expect(message).toContain(header);
  },
);
