import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { inChromium, served, visited } from './served-page.ts';
import { problemsOf, type Toolbox } from './toolbox.ts';

/** A framework with an example in `examples/sign-in`. */
type Framework = 'react' | 'vue' | 'svelte' | 'nextjs';

/** How the example of a framework is built and served, with the program of its package. */
interface Commands {
  readonly program: string;
  readonly build: readonly string[];
  readonly start: (port: number) => readonly string[];
  readonly develop: (port: number) => readonly string[];
}

const vite: Commands = {
  program: 'vite/bin/vite.js',
  build: ['build', '--logLevel', 'warn'],
  start: (port) => ['preview', '--host', 'localhost', '--port', String(port), '--strictPort'],
  develop: (port) => ['--host', 'localhost', '--port', String(port), '--strictPort'],
};
const next: Commands = {
  program: 'next/dist/bin/next',
  build: ['build'],
  start: (port) => ['start', '--hostname', 'localhost', '--port', String(port)],
  develop: (port) => ['dev', '--hostname', 'localhost', '--port', String(port)],
};

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
  const dialog = page.getByRole('dialog', { name: 'Please check and sign' });
  await dialog.getByText(/^Freeze card ending \d{4}$/).waitFor();
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
 * Builds the example of a framework from the packed packages, and uses it in Chromium as built and
 * as developed.
 */
export async function runSignIn(toolbox: Toolbox, framework: Framework): Promise<string[]> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = copyExample(toolbox, framework, url);
  const commands = framework === 'nextjs' ? next : vite;
  const program = join(toolbox.folder, 'node_modules', commands.program);
  const built = await run(process.execPath, [program, ...commands.build], { cwd: folder });
  const problems = problemsOf(`${framework}: build`, built);
  if (problems.length > 0) return problems;
  await inChromium(async (browser) => {
    const { start, develop } = commands;
    for (const [name, argumentsFor] of Object.entries({ start, develop })) {
      const command = [program, ...argumentsFor(port)];
      // `next dev` was once seen to stop for good while it compiled the route of the relay.
      const mayStall = framework === 'nextjs' && name === 'develop';
      const compiled = ['/', '/api/wallet/v1/account'];
      const server = { folder, command, env: {}, compiled, mayStall };
      const check = async () => {
        await visited(browser, (page) => walk(page, url));
        if (framework === 'nextjs') await rendersSession(url);
      };
      problems.push(...(await served(`${framework}: ${name}`, url, server, check)));
    }
  });
  return problems;
}
