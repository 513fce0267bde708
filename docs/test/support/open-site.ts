import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { chromiumFlags, findBrowser } from '../../../scripts/browser.ts';
import { base, siteFolder } from './site.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** The file behind an address, as a static host finds it: without its ending, or the index. */
function fileOf(path: string): string | undefined {
  const inside = normalize(decodeURIComponent(path)).replace(/^(?:\.\.\/)+/, '');
  const candidates = [inside, `${inside}.html`, join(inside, 'index.html')];
  return candidates
    .map((candidate) => join(siteFolder, candidate))
    .find((file) => extname(file) in types && existsSync(file));
}

/** The built site over HTTP on loopback. */
interface ServedSite {
  /** Address of the first page, with a slash at its end. */
  readonly address: string;
  close(): void;
}

/** Serves the built site under its base path, as a host of static files does. */
async function serveSite(): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.startsWith(base) ? fileOf(pathname.slice(base.length)) : undefined;
    const missing = join(siteFolder, '404.html');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': types[extname(file ?? missing)] ?? 'application/octet-stream',
    });
    response.end(readFileSync(file ?? missing));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${base}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

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
