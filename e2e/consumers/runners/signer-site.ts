import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { freePort, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { inChromium, served, visited } from './served-page.ts';
import { copyRelay } from './sign-in.ts';
import type { Toolbox } from './toolbox.ts';

/** The headers of a page that may frame the signer, and embeds only what allows it. */
function pageHeaders(signer: string) {
  return {
    // The library of dialogs adds styles to the page.
    'Content-Security-Policy': `default-src 'self'; style-src 'unsafe-inline'; frame-src ${signer}`,
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
}

/** Serves the page of the application. */
async function servePage(project: string, port: number, signer: string): Promise<Server> {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'page.js')],
    outdir: project,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(project.length), text]));
  const html =
    '<!doctype html><html lang="en"><title>App</title><script type="module" src="/page.js"></script></html>';
  const server = createServer(({ url = '/' }, response) => {
    const script = files.get(url);
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { ...pageHeaders(signer), 'Content-Type': type }).end(script ?? html);
  });
  await new Promise<void>((resolve) => void server.listen(port, resolve));
  return server;
}

/** Signs in, approves a change in the window of the signer, and signs out. */
async function walk(page: Page, app: string, signer: string): Promise<void> {
  await page.goto(`${app}/?signer=${encodeURIComponent(signer)}`);
  await page.evaluate(`wallet.emailOtp().send().then((otp) => otp.verify('000000'))`);
  await page.evaluate(
    `wallet.run('readCard', {}).then(({ id }) => { window.frozen = wallet.run('freezeCard', { cardId: id }); })`,
  );
  const opened = page.context().waitForEvent('page');
  await page.frameLocator('iframe').getByRole('button', { name: 'Open window' }).press('Enter');
  const window = await opened;
  await window.getByText(/^•••• \d{4}$/).waitFor();
  // There is a code as long as the question is in sight.
  const label = window.locator('label').filter({ hasText: /\d{4}/ });
  const code = (await label.innerText()).match(/\d{4}/)?.[0] ?? '';
  await window.locator('label input').pressSequentially(code);
  await window.getByRole('button', { name: 'Freeze card', disabled: false }).click();
  const state = await page.evaluate('frozen.then((card) => card.state)');
  const ended = await page.evaluate('wallet.signOut().then(({ revoked }) => revoked)');
  if (state !== 'FROZEN' || ended !== true) throw new Error(`${state}, revoked: ${ended}`);
}

/** The headers are sent, and every file for a host has them. */
async function hasHeaders(site: string, signer: string): Promise<void> {
  const text = (name: string) => readFileSync(join(site, name), 'utf8');
  const { headers } = JSON.parse(text('settings.json')) as { headers: Record<string, string> };
  const response = await fetch(signer);
  for (const [name, value] of Object.entries(headers)) {
    if (response.headers.get(name) !== value) throw new Error(`${name} is not sent`);
    if (!text('public/_headers').includes(`  ${name}: ${value}\n`))
      throw new Error(`_headers: ${name}`);
    if (!text('nginx.conf').includes(`add_header ${name} "${value}" always;\n`)) {
      throw new Error(`nginx.conf: ${name}`);
    }
  }
  for (const path of ['/..%2fsettings.json', '//']) {
    const { status } = await fetch(signer + path);
    if (status !== 404) throw new Error(`a file outside the site: ${path} ${status}`);
  }
}

/** Builds a signer's site from the packed packages with its one command, and uses it in Chromium. */
export async function runSignerSite(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('signer-site');
  const folder = join(toolbox.folder, 'examples', 'signer-site');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'examples/signer-site'), folder, { recursive: true });
  const [app, signer, backend] = (await Promise.all([freePort(), freePort(), freePort()])).map(
    (port) => ({ port, origin: `http://localhost:${port}` }),
  );
  if (app === undefined || signer === undefined || backend === undefined) return ['no port'];
  copyRelay(project, signer.origin);
  const built = await run(
    process.execPath,
    ['build.mjs', '--page', app.origin, '--backend', backend.origin],
    { cwd: folder },
  );
  if (!built.ok) return [`signer-site: build failed:\n${built.output}`];
  const page = await servePage(project, app.port, signer.origin);
  const site = join(folder, 'site');
  const relay = {
    folder: project,
    command: ['backend.ts'],
    env: { PORT: String(backend.port) },
  };
  const host = { folder: site, command: ['serve.mjs'], env: { PORT: String(signer.port) } };
  const problems: string[] = [];
  try {
    const behind = await served('signer-site: backend', [backend.origin], relay, async () => {
      const found = await served('signer-site', [signer.origin], host, () =>
        inChromium(async (browser) => {
          await hasHeaders(site, signer.origin);
          await visited(browser, (at) => walk(at, app.origin, signer.origin));
        }),
      );
      problems.push(...found);
    });
    return [...problems, ...behind];
  } finally {
    page.closeAllConnections();
    page.close();
  }
}
