import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { serveSite } from './serve-site.ts';

/** The built site, served to a browser. */
export interface OpenSite {
  readonly address: string;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Serves the built site, and starts Chromium with a context of the given options. */
export async function openSite(options: BrowserContextOptions): Promise<OpenSite> {
  const site = await serveSite();
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const context = await browser.newContext(options);
  // Limits only end what hangs.
  context.setDefaultTimeout(240_000);
  return {
    address: site.address,
    context,
    async close() {
      await browser.close();
      site.close();
    },
  };
}
