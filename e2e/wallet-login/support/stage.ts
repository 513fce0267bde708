import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, vi } from 'vitest';
import {
  type Demo,
  type DemoOptions,
  startDemo,
} from '../../../examples/wallet-login/demo/start-demo.ts';
import { connectToBrowser } from '../../support/one-browser.ts';
import { addAuthenticator, type VirtualAuthenticator } from '../../support/software-device.ts';

/**
 * How long a test waits for an element. Long, so that a busy machine
 * does not make a test fail.
 */
const PATIENCE = 60_000;
/** A test has a dozen such waits at most, and nearly all of them end at once. */
const TEST_TIMEOUT = 240_000;

let browser: Browser | undefined;

/** Connects to the browser, once for a file. */
export function useStage(): void {
  vi.setConfig({ testTimeout: TEST_TIMEOUT });
  beforeAll(async () => {
    browser = await connectToBrowser();
  }, TEST_TIMEOUT);
  afterAll(() => browser?.close());
}

/** A person with a browser of their own, who uses the application. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly authenticator: VirtualAuthenticator;
  /** The browser's console errors, in order. */
  readonly complaints: readonly string[];
}

/** The options of a visit. */
export interface VisitOptions {
  /** Runs in the page before its own scripts. */
  readonly initScript?: () => void;
}

/** Starts a separate demo for a test. */
export async function startStage(options: DemoOptions = {}): Promise<Demo> {
  const demo = await startDemo({ page: inject('walletLoginPage'), ...options });
  onTestFinished(() => demo.close());
  return demo;
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

/** Opens the application. An unexpected console error fails the test. */
export async function visit(demo: Demo, options: VisitOptions = {}): Promise<Visitor> {
  if (browser === undefined) throw new Error('Call useStage() first.');
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  context.on('page', (page) => listen(page, complaints));
  if (options.initScript !== undefined) await context.addInitScript(options.initScript);
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(demo.url);
  return { context, page, authenticator, complaints };
}
