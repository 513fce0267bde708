import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { readText } from '../commands.ts';
import { inChromium, served, visited } from './served-page.ts';
import { problemsOf, type Toolbox } from './toolbox.ts';

/** A framework with an example in `examples/sign-in`. */
type Framework = 'react' | 'vue' | 'svelte' | 'nextjs' | 'html';

const vite = (port: number) => ['--host', 'localhost', '--port', String(port), '--strictPort'];
const next = (port: number) => ['--hostname', 'localhost', '--port', String(port)];

/** The origin of Vite's development server, which the examples' relay accepts. */
const USUAL_ORIGIN = 'http://localhost:5173';

/** Copies the relay of the examples, for a page of another origin. */
export function copyRelay(folder: string, origin: string): void {
  const text = readFileSync(join(root, 'examples/sign-in/shared/relay.ts'), 'utf8');
  if (!text.includes(USUAL_ORIGIN)) throw new Error(`relay.ts does not name ${USUAL_ORIGIN}`);
  writeFileSync(join(folder, 'relay.ts'), text.replace(USUAL_ORIGIN, origin));
}

/** Copies an example into the toolbox, whose packages it then uses, for a page of another origin. */
function copyExample(toolbox: Toolbox, framework: Framework, origin: string): string {
  const place = join(toolbox.folder, 'examples', framework);
  rmSync(place, { recursive: true, force: true });
  const parts = framework === 'nextjs' ? [framework] : ['shared', framework];
  for (const part of parts) {
    cpSync(join(root, 'examples/sign-in', part), place, { recursive: true });
  }
  copyRelay(place, origin);
  return place;
}

/** Signs in by code, reads the card, approves a change and signs out, as a person does. */
async function walk(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: /^Send a code to/ }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The card is ACTIVE.').waitFor();
  await page.getByRole('button', { name: 'Freeze' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze card' });
  await dialog.getByText(/^•••• \d{4}$/).waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The card is FROZEN.').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: /^Send a code to/ }).waitFor();
}

/** A server with the session's cookie renders the signed-in page. */
async function rendersSession(url: string): Promise<void> {
  const cookie = `payments-wallet=${Date.now() + 600_000}`;
  const pages = [{}, { cookie }].map(async (headers) => (await fetch(url, { headers })).text());
  const shown = (await Promise.all(pages)).map((text) => text.includes('Loading…'));
  if (shown.join() !== 'false,true') throw new Error(`the card was rendered: ${shown.join()}`);
}

/**
 * Builds the example of a framework from the packed packages, and uses it in Chromium; that of React
 * also in development, where Vite serves the packages without a build.
 */
export async function runSignIn(toolbox: Toolbox, framework: Framework): Promise<string[]> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = copyExample(toolbox, framework, url);
  const isNext = framework === 'nextjs';
  const bin = isNext ? 'next/dist/bin/next' : 'vite/bin/vite.js';
  const program = join(toolbox.folder, 'node_modules', bin);
  const quiet = isNext ? [] : ['--logLevel', 'warn'];
  const [, bundle = ''] = /^npx esbuild ([^`]+)$/m.exec(readText('docs/sign-in.md')) ?? [];
  const isHtml = framework === 'html';
  const built = isHtml
    ? await run(
        toolbox.command('esbuild'),
        [...bundle.trim().split(/[\s\\]+/), '--log-level=warning'],
        {
          cwd: folder,
        },
      )
    : await run(process.execPath, [program, 'build', ...quiet], { cwd: folder });
  const problems = problemsOf(`${framework}: build`, built);
  if (problems.length > 0) return problems;
  const serve = isNext ? ['start', ...next(port)] : ['preview', ...vite(port)];
  await inChromium(async (browser) => {
    for (const args of framework === 'react' ? [serve, vite(port)] : [serve]) {
      const command = isHtml ? ['serve.mjs'] : [program, ...args];
      const server = { folder, command, env: { PORT: String(port) } };
      const check = async () => {
        await visited(browser, (page) => walk(page, url));
        if (isNext) await rendersSession(url);
      };
      problems.push(...(await served(`${framework}: ${args[0]}`, [url], server, check)));
    }
  });
  return problems;
}
