import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { serve } from 'vitepress';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { root } from '../../.vitepress/release.ts';
import { base } from './site.ts';

/** Serves the built site, and starts Chromium with a context of the given options. */
export async function openSite(options: BrowserContextOptions) {
  const { server } = await serve({ root: join(root, 'docs'), base, port: 0 });
  if (server === undefined) throw new Error('The site is not served');
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const context = await browser.newContext(options);
  // Limits only end what hangs.
  context.setDefaultTimeout(240_000);
  return {
    /** Address of the first page, with a slash at its end. */
    address: `http://127.0.0.1:${port}${base}`,
    context,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** The built site, served to a browser. */
export type OpenSite = Awaited<ReturnType<typeof openSite>>;

/** How a page is opened. */
export interface VisitOptions {
  /** How many times slower than this machine the reader's processor is. */
  readonly slowdown?: number;
  /** `load` does not wait for what the page loads in advance. */
  readonly waitUntil?: 'load' | 'networkidle';
}

/** Opens a tab for the site at an address. One tab for many pages: a new one costs more than a page. */
export async function openTab(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin)) problems.push(request.url());
  });
  return {
    page,
    /** Errors and warnings since the last visit began, and requests that left the site. */
    problems: () => problems,
    /** Opens a page of the site, and waits until Vue has taken it over. */
    async visit(path: string, { slowdown = 1, waitUntil = 'networkidle' }: VisitOptions = {}) {
      problems = [];
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.goto(`${address}${path}`, { waitUntil });
      // The application is mounted: Vue has compared what it renders with what the server rendered.
      await page.waitForFunction(() => {
        const app = document.querySelector('#app') as { _vnode?: unknown } | null;
        return app?._vnode !== undefined && app._vnode !== null;
      });
    },
  };
}

/** One tab, in which pages of the site are opened one after another. */
export type Tab = Awaited<ReturnType<typeof openTab>>;
