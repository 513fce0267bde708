import { createMock } from '@org/payments-mock';
import { type ListenOptions, listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { connectToBrowser } from '../../support/one-browser.ts';

/** Ends only a test that hangs. */
export const PATIENCE = 60_000;

let browser: Browser;

/** Connects to the browser, once for a file. */
export function useInspector(): void {
  beforeAll(async () => {
    browser = await connectToBrowser();
  }, 2 * PATIENCE);
  afterAll(() => browser.close());
}

/** A mock's server, and its page, which must not report an error. */
export async function openInspector(
  options: ListenOptions = {},
  viewport = { width: 1280, height: 900 },
  mock = createMock(),
) {
  const { account, credential } = mock.add.wallet({ available: 125_000 });
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const server = await listen(mock, options);
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    viewport,
  });
  context.setDefaultTimeout(PATIENCE);
  onTestFinished(async () => {
    await context.close();
    await server.close();
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text());
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const inspector = new URL(server.inspectorUrl);
  inspector.hostname = '127.0.0.1';
  const response = await page.goto(inspector.href);
  await page.getByText('live', { exact: true }).first().waitFor();
  const { tokenId, clientSecret } = server.connection;
  const baseUrl = `${inspector.origin}/2025-10-13`;
  const payments = createPaymentsClient({ baseUrl, tokenId, clientSecret });
  return {
    mock,
    server,
    page,
    payments,
    card,
    credential,
    sessionKey,
    complaints,
    hosts,
    response,
  };
}

/** Opens a part of the page that is folded. */
export const openPanel = (page: Page, title: string) =>
  page
    .getByRole('region', { name: title, exact: true })
    .getByRole('heading', { name: title })
    .click();

/** Waits until a page has so many of something: it is drawn again after the test's input. */
export const seeCount = (found: Locator, count: number) =>
  expect.poll(() => found.count(), { timeout: PATIENCE }).toBe(count);

/** The entries of signed changes with an outcome. */
export const story = (page: Page, state: string) => page.locator(`.story[data-state=${state}]`);
