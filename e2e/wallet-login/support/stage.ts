import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Demo, startDemo } from '../../../examples/wallet-login/demo/start-demo.ts';
import { addDevice } from '../../signer/support/device.ts';
import { connectToBrowser } from '../../support/one-browser.ts';

/** How long a test waits for an element. Long, so that a busy machine does not make a test fail. */
const PATIENCE = 60_000;

/** A person with a browser of their own, who uses the application. */
export interface Visitor {
  readonly demo: Demo;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The browser's console errors, in order. */
  readonly complaints: readonly string[];
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

/** Starts the demo, and opens it. An unexpected console error fails the test. */
export async function visit(): Promise<Visitor> {
  const [demo, browser] = await Promise.all([startDemo(), connectToBrowser()]);
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  context.on('page', (page) => listen(page, complaints));
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
