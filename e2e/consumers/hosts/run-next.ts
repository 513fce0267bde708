import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { axeFindings } from '../../support/one-browser.ts';
import { inChromium, served, visited } from '../runners/served-page.ts';
import { copyExample, edit, walk } from '../runners/sign-in.ts';
import { problemsOf, type Toolbox } from '../runners/toolbox.ts';
import type { Questions } from './questions.ts';
import { address, documented, pages, writeApplication } from './run-host.ts';
import type { Part } from './table.ts';

/** Adds the routes of webhooks and of the relay to an application of Next.js. */
function writeRoutes(toolbox: Toolbox, place: string): void {
  const route = (part: Part, up: string) =>
    `import { ${part} } from '${up}lib/${part}.ts';\n${documented(pages[part], '```ts [Next.js]')}`;
  writeApplication(toolbox, `${place}/lib`, {
    '../app/webhooks/route.ts': route('webhooks', '../../'),
    '../app/api/wallet/[...call]/route.ts': route('relay', '../../../../'),
  });
}

/** Serves the routes with Next.js 15 in development, with webpack. */
export async function runNext15(toolbox: Toolbox, questions: Questions): Promise<string[]> {
  const port = await freePort();
  const place = 'next-15/project';
  const folder = toolbox.project('next', place);
  writeRoutes(toolbox, place);
  const next = join(toolbox.folder, 'next-15/node_modules/next/dist/bin/next');
  const command = [next, 'dev', '--hostname', '127.0.0.1', '--port', String(port)];
  const url = address(port);
  return served('next 15', [url], { folder, command, env: questions.env }, () =>
    questions.ask({ webhooks: url, relay: url }),
  );
}

/** In the light and the dark page of a template, every text has its contrast, on a surface that fits. */
async function isReadable(page: Page): Promise<void> {
  for (const [colorScheme, surface] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(26, 28, 34)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The elements change after the page has drawn itself in the new colors.
    const part = await page.locator('.card, dialog').first().elementHandle();
    await page.waitForFunction(
      ([element, wanted]) => getComputedStyle(element as Element).backgroundColor === wanted,
      [part, surface] as const,
    );
    const found = await axeFindings(page);
    if (found.length > 0) throw new Error(`${colorScheme}: ${found.join('\n')}`);
  }
}

/** A server with the session's cookie renders the signed-in page. */
async function rendersSession(url: string): Promise<void> {
  const cookie = `payments-wallet=${Date.now() + 600_000}`;
  const pages = [{}, { cookie }].map(async (headers) => (await fetch(url, { headers })).text());
  const shown = (await Promise.all(pages)).map((text) => text.includes('Loading…'));
  if (shown.join() !== 'false,true') throw new Error(`the card was rendered: ${shown.join()}`);
}

/** What Next.js builds and serves: the example below a prefix, in the style of its template, and both routes. */
const nextEdits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app/layout.tsx': { 'import type': "import './globals.css';\nimport type" },
  'relay.ts': { "mount: '/api/wallet'": "mount: '/api/example'" },
  'app/wallet.tsx': { "relay: '/api/wallet'": "relay: '/shop/api/example'" },
  'next.config.ts': {
    cache: "basePath: '/shop', trailingSlash: true, skipTrailingSlashRedirect: true, cache",
  },
  'tsconfig.json': {
    '"noEmit"': '"allowImportingTsExtensions": true, "noEmit"',
    '["node_modules"': '["node_modules", "lib/gateway.ts", "lib/worker.ts"',
  },
};

/**
 * Builds the example of Next.js without the variables that the routes read when they run, and uses it in
 * Chromium, light and dark. Beside it are the routes as the pages show them, to which questions are sent.
 */
export async function runNextSignIn(toolbox: Toolbox, questions: Questions): Promise<string[]> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const folder = copyExample(toolbox, 'nextjs', origin);
  const style = join(root, 'e2e/consumers/projects/next-template/globals.css');
  cpSync(style, join(folder, 'app/globals.css'));
  for (const [file, changes] of Object.entries(nextEdits)) edit(join(folder, file), changes);
  renameSync(join(folder, 'app/api/wallet'), join(folder, 'app/api/example'));
  writeRoutes(toolbox, 'examples/nextjs');
  const program = join(toolbox.folder, 'node_modules/next/dist/bin/next');
  const names = Object.keys({ ...process.env, ...questions.env }).filter((name) =>
    /^(?:PAYMENTS_|RELAY_)/.test(name),
  );
  const unset = Object.fromEntries(names.map((name) => [name, undefined]));
  const env = { ...unset, NEXT_TELEMETRY_DISABLED: '1' };
  const built = await run(process.execPath, [program, 'build'], { cwd: folder, env });
  const problems = problemsOf('nextjs: build', built);
  if (problems.length > 0) return problems;
  const command = [program, 'start', '--hostname', 'localhost', '--port', String(port)];
  const url = `${origin}/shop`;
  return served('nextjs: start', [url], { folder, command, env: questions.env }, async () => {
    await inChromium((browser) => visited(browser, (page) => walk(page, url, isReadable)));
    await rendersSession(url);
    await questions.ask({ webhooks: url, relay: url });
  });
}
