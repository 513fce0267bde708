import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { serve } from 'vitepress';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { root } from '../../.vitepress/release.ts';
import { base } from './site.ts';

/** The built site, served to a browser. */
export interface OpenSite {
  /** Address of the first page, with a slash at its end. */
  readonly address: string;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Serves the built site, and starts Chromium with a context of the given options. */
export async function openSite(options: BrowserContextOptions): Promise<OpenSite> {
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
    address: `http://127.0.0.1:${port}${base}`,
    context,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
