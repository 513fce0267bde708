import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { readText } from '../commands.ts';
import { chunkProblems } from './bundlers.ts';
import { inChromium, served, visited } from './served-page.ts';
import { problemsOf, type Toolbox } from './toolbox.ts';

/** A framework with an example in `examples/sign-in`. */
type Framework = 'react' | 'vue' | 'svelte' | 'nextjs' | 'html';

const vite = (port: number) => ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];

/** The origin of Vite's development server, which the examples' relay accepts. */
const USUAL_ORIGIN = 'http://localhost:5173';

/** Copies the relay of the examples, for a page of another origin. */
export function copyRelay(folder: string, origin: string): void {
  const text = readFileSync(join(root, 'examples/sign-in/shared/relay.ts'), 'utf8');
  if (!text.includes(USUAL_ORIGIN)) throw new Error(`relay.ts does not name ${USUAL_ORIGIN}`);
  writeFileSync(join(folder, 'relay.ts'), text.replace(USUAL_ORIGIN, origin));
}

/** Copies an example into the toolbox, whose packages it then uses, for a page of another origin. */
export function copyExample(toolbox: Toolbox, framework: Framework, origin: string): string {
  const place = join(toolbox.folder, 'examples', framework);
  rmSync(place, { recursive: true, force: true });
  const parts = framework === 'nextjs' ? [framework] : ['shared', framework];
  for (const part of parts) {
    cpSync(join(root, 'examples/sign-in', part), place, { recursive: true });
  }
  copyRelay(place, origin);
  return place;
}

/** Puts an example into what the template of its framework, or a library of dialogs, adds to it. */
export function edit(file: string, changes: Readonly<Record<string, string>>): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
}

/** The page of React in a modal dialog of Radix. */
const inDialog = {
  'import { StrictMode': "import * as Dialog from '@radix-ui/react-dialog';\nimport { StrictMode",
  '    <App />': `    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Wallet</Dialog.Title>
          <App />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>`,
};

/** A page that the relay does not know says what to change, as a second server or an address does. */
async function namesOrigin(browser: Browser, url: string): Promise<void> {
  await using page = await browser.newPage();
  await page.goto(url);
  await page.getByText(`Add '${url}' to \`origins\` of the relay.`).waitFor();
}

/** Signs in by code, reads the card, approves a change and signs out, as a person does. */
export async function walk(
  page: Page,
  url: string,
  look = async (_page: Page) => {},
): Promise<void> {
  await page.goto(url);
  const send = page.getByRole('button', { name: /^Send a code to/ });
  await send.waitFor();
  await look(page);
  await send.click();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The card is ACTIVE.').waitFor();
  await page.getByRole('button', { name: 'Freeze' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze card' });
  await dialog.getByText(/^•••• \d{4}$/).waitFor();
  await look(page);
  await dialog.getByRole('button', { name: 'Freeze card' }).click();
  await page.getByText('The card is FROZEN.').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await send.waitFor();
}

/**
 * Builds the example of a framework from the packed packages, and uses it in Chromium; that of React
 * also in development, where Vite serves the packages without a build, and in a dialog of Radix.
 */
export async function runSignIn(
  toolbox: Toolbox,
  framework: Exclude<Framework, 'nextjs'>,
): Promise<string[]> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = copyExample(toolbox, framework, url);
  const program = join(toolbox.folder, 'node_modules/vite/bin/vite.js');
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
    : await run(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: folder });
  const problems = problemsOf(`${framework}: build`, built);
  if (!isHtml) problems.push(...chunkProblems(framework, join(folder, 'dist')));
  if (problems.length > 0) return problems;
  const serve = ['preview', ...vite(port)];
  await inChromium(async (browser) => {
    for (const args of framework === 'react' ? [serve, vite(port)] : [serve]) {
      const command = isHtml ? ['serve.mjs'] : [program, ...args];
      const server = { folder, command, env: { PORT: String(port) } };
      const isDevelopment = args !== serve;
      if (isDevelopment) edit(join(folder, 'src/main.tsx'), inDialog);
      const check = async () => {
        await visited(browser, (page) => walk(page, url));
        if (isDevelopment) await namesOrigin(browser, `http://127.0.0.1:${port}`);
      };
      problems.push(...(await served(`${framework}: ${args[0]}`, [url], server, check)));
    }
  });
  return problems;
}
